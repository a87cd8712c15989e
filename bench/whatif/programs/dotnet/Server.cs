using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Text;

// Requests at random times (Poisson), one worker: each allocates and keeps some objects. Arguments: seconds, rate, live MiB.
var culture = CultureInfo.InvariantCulture;
var (seconds, rate) = (double.Parse(args[0], culture), double.Parse(args[1], culture));
var kept = new byte[int.Parse(args[2], culture) * 1024][];
for (var i = 0; i < kept.Length; i++) kept[i] = new byte[1000];
using var queue = new BlockingCollection<long>();
var lines = new StringBuilder("start_ms,duration_ms\n");
var wall = (DateTime.UtcNow - DateTime.UnixEpoch).TotalMilliseconds - Milliseconds(Stopwatch.GetTimestamp());
var worker = new Thread(Work);
worker.Start();
var begin = Stopwatch.GetTimestamp();
var random = new Random(1);
for (var due = begin; Milliseconds(due - begin) < seconds * 1e3;
    due += (long)(-Math.Log(1 - random.NextDouble()) * Stopwatch.Frequency / rate))
{
    var left = Milliseconds(due - Stopwatch.GetTimestamp());
    if (left > 0) Thread.Sleep(TimeSpan.FromMilliseconds(left));
    queue.Add(due);
}

queue.CompleteAdding();
worker.Join();
Console.Out.Write(lines);

void Work()
{
    var at = 0;
    foreach (var due in queue.GetConsumingEnumerable())
    {
        for (var i = 0; i < 1500; i++)
        {
            var some = new byte[1000];
            if (i % 3 != 0) continue;
            at = (at + 7919) % kept.Length;
            kept[at] = some;
        }

        // Most of a request is plain work, so waking up the worker does not show.
        var sum = 0.0;
        for (var i = 1; i < 5_000_000; i++) sum += 1.0 / i;
        if (sum < 0) return;
        lines.Append(culture, $"{wall + Milliseconds(due):0.000},{Milliseconds(Stopwatch.GetTimestamp() - due):0.000}\n");
    }
}

static double Milliseconds(long ticks) => ticks * 1e3 / Stopwatch.Frequency;
