BOOK = ()
