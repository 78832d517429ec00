"""What a lesson is made of: the course, its language, exercises, hints and progress."""
