"""The lists of servers' tables: ``table_list`` posts and edits them, ``table_list_card`` shows them."""
