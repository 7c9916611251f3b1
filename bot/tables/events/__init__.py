"""What people and time do at a table, as events, and the reducer that folds a log of them."""
