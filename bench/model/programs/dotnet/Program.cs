using System.Diagnostics;
using System.Globalization;
using Churn;

// Keeps a table of records. Each operation replaces a random one and allocates some short-lived garbage.
// usage: Churn LIVE_MIB SECONDS    prints one line: operations, and what the runtime itself counted
const int recordBytes = 1024;
const int garbagePerOperation = 2;
// Steps of arithmetic per operation: about two microseconds.
const int stepsPerOperation = 2000;
var live = int.Parse(args[0], CultureInfo.InvariantCulture);
var seconds = double.Parse(args[1], CultureInfo.InvariantCulture);
// Chunks, because one array would be a large object with an additional card-marking cost.
var table = new Record[(int)(((long)live << 20) / recordBytes / 4096)][];
for (var i = 0; i < table.Length; i++)
{
    table[i] = new Record[4096];
    for (var j = 0; j < 4096; j++) table[i][j] = Record.Made();
}

var (pause, full) = (GC.GetTotalPauseDuration(), GC.CollectionCount(2));
var clock = Stopwatch.StartNew();
var state = 1ul;
var operations = 0L;
while (clock.Elapsed.TotalSeconds < seconds)
{
    for (var batch = 0; batch < 1000; batch++)
    {
        for (var i = 0; i < stepsPerOperation; i++) state = (state * 6364136223846793005ul) + 1442695040888963407ul;
        var slot = (int)((state >> 33) % (ulong)(table.Length * 4096));
        table[slot / 4096][slot % 4096] = Record.Made();
        for (var i = 0; i < garbagePerOperation; i++) Record.Garbage = Record.Made();
    }

    operations += 1000;
}

Console.WriteLine(string.Create(
    CultureInfo.InvariantCulture,
    $"operations {operations} seconds {clock.Elapsed.TotalSeconds:0.000} collections {GC.CollectionCount(2) - full} "
    + $"pause_ms {(GC.GetTotalPauseDuration() - pause).TotalMilliseconds:0.000}"));
GC.KeepAlive(table);
