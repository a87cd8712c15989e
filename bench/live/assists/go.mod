module assists

go 1.19
