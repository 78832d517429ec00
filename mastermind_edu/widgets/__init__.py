"""What a student touches: boards, grids and charts for any notebook."""
