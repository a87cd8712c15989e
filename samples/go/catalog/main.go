// Catalog answers searches over a tree of products for a few seconds. Its live heap is small and every answer is
// garbage soon, so with the default GOGC the collector runs very often.
package main

import (
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

type product struct {
	ID          int
	Name        string
	Price       float64
	Tags        []string
	left, right *product
}

func grow(low, high int) *product {
	if low >= high {
		return nil
	}
	middle := (low + high) / 2
	return &product{
		ID: middle, Name: fmt.Sprintf("product %d", middle), Price: float64(middle) / 100, Tags: []string{"new", "sale"},
		left: grow(low, middle), right: grow(middle+1, high),
	}
}

func (p *product) find(id int) *product {
	for p != nil && p.ID != id {
		if id < p.ID {
			p = p.left
		} else {
			p = p.right
		}
	}
	return p
}

// answer renders a page the wasteful way: every product copies the page so far.
func answer(catalog *product, request, products int) int {
	page := "<ul>"
	for i := 0; i < 64; i++ {
		found := catalog.find((request*7919 + i*104729) % products)
		page += "<li id=" + strconv.Itoa(found.ID) + ">" + found.Name + " " + strings.Join(found.Tags, ", ") + "</li>"
	}
	return len(page)
}

func main() {
	started := time.Now()
	products := flag.Int("products", 100_000, "products in the catalog")
	length := flag.Duration("for", 3*time.Second, "how long to answer")
	clients := flag.Int("clients", 2, "concurrent clients")
	flag.Parse()
	catalog := grow(0, *products)
	var wait sync.WaitGroup
	answers := make([]int, *clients)
	for client := range answers {
		wait.Add(1)
		go func(client int) {
			defer wait.Done()
			for request := client; time.Since(started) < *length; request++ {
				answer(catalog, request, *products)
				answers[client]++
			}
		}(client)
	}
	wait.Wait()
	total := 0
	for _, count := range answers {
		total += count
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	fmt.Printf("{\"started_unix_ns\": %d, \"answers\": %d, \"collections\": %d, \"forced\": %d, \"pause_total_ns\": %d, \"gc_cpu_percent\": %.2f}\n",
		started.UnixNano(), total, stats.NumGC, stats.NumForcedGC, stats.PauseTotalNs, stats.GCCPUFraction*100)
	runtime.KeepAlive(catalog)
}
