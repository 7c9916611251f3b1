"""The lists of servers' tables: ``table_list`` makes, posts and edits them."""
