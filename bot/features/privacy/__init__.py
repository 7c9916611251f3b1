"""What is stored about people, exported and erased."""
