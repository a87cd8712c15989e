var end = System.Diagnostics.Stopwatch.StartNew();
var live = new System.Collections.Concurrent.ConcurrentDictionary<int, byte[]>();
System.Threading.Tasks.Parallel.For(0, 2, k => { var r = new System.Random(k); while (end.ElapsedMilliseconds < 2500) { live[r.Next(200000)] = new byte[200]; var s = string.Concat("value ", r.Next()); if (s.GetHashCode() == 1) System.Console.WriteLine(s);} });
