// One process of libraries/bench/app/run: bench-app VARIANT REQUESTS WARM-UP THREADS; prints a line of JSON.
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Unpause.Bench.App;
using Unpause.Bench.App.Variants;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var variants = new Dictionary<string, IVariant>
{
    ["plain"] = new Plain(),
    ["presized"] = new Presized(),
    ["ours"] = new Ours(),
    ["pooled"] = new OursPooled(),
    ["arrays"] = new Rented(),
};
if (args is not [var name, var requestsText, var warmUpText, var threadsText] || !variants.TryGetValue(name, out var variant))
{
    Console.Error.WriteLine($"usage: bench-app VARIANT REQUESTS WARM-UP THREADS; VARIANT is {string.Join(", ", variants.Keys)}");
    return 2;
}

var (requests, warmUp) = (int.Parse(requestsText), int.Parse(warmUpText));
var load = new Load(new Store(), variant, int.Parse(threadsText));
GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);
ResidentMemory.ResetPeak();
var live = ResidentMemory.NowBytes;
load.Run(0, warmUp);

int[] before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
var (cpu, pauses, allocated) = (Environment.CpuUsage.TotalTime, GC.GetTotalPauseDuration(), GC.GetTotalAllocatedBytes());
var start = Stopwatch.GetTimestamp();
var (answers, times) = load.Run(warmUp, requests);
var seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
cpu = Environment.CpuUsage.TotalTime - cpu;
pauses = GC.GetTotalPauseDuration() - pauses;
allocated = GC.GetTotalAllocatedBytes() - allocated;
// Each count includes the collections of older generations.
var counts = before.Select((count, generation) => GC.CollectionCount(generation) - count).ToArray();
var sorted = times.Order().ToArray();
var settings = GC.GetConfigurationVariables()
    .Where(setting => setting.Key is "ServerGC" or "ConcurrentGC" or "GCGen0MaxBudget" or "GCDynamicAdaptationMode")
    .Select(setting => $"{setting.Key}={setting.Value}");
Console.WriteLine(JsonSerializer.Serialize(new Outcome(
    name,
    string.Join(' ', settings),
    requests,
    answers,
    seconds,
    cpu.TotalMilliseconds,
    sorted[sorted.Length / 2],
    sorted[sorted.Length * 99 / 100],
    counts[0] - counts[1],
    counts[1] - counts[2],
    counts[2],
    pauses.TotalMilliseconds,
    live,
    ResidentMemory.PeakBytes,
    allocated)));
return 0;
