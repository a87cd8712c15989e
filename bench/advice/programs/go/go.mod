module advice

go 1.19
