"""A kit to play away from the screen: pages to print and cut, and parts for a 3D printer."""
