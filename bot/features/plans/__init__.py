"""Plans and standing orders: moves that are played while a game follows them."""
