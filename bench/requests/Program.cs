using System.Diagnostics;
using Unpause.Recordings.Readers;
using Unpause.Requests;

// Reads each file five times, and prints the result and the best rate in megabytes per second of CPU time, because wall
// time depends on other load.
foreach (var file in args)
{
    var best = double.MaxValue;
    var found = "";
    for (var round = 0; round < 5; round++)
    {
        var before = Process.GetCurrentProcess().TotalProcessorTime;
        var loaded = new RequestLoader(RequestOptions.Default).Load([RecordingInput.File(file)]);
        best = Math.Min(best, (Process.GetCurrentProcess().TotalProcessorTime - before).TotalSeconds);
        found = string.Join(
            ", ",
            loaded.Sets.Select(
                set => $"{set.Spans.Count} spans, {set.Requests.Count} requests,"
                    + $" {(set.Spans.Count > 0
                        ? set.Spans.Sum(span => span.DurationNanoseconds)
                        : set.Requests.Sum(request => request.DurationNanoseconds))} ns"));
    }

    Console.WriteLine($"unpause\t{Path.GetFileName(file)}\t{found}\t{new FileInfo(file).Length / 1e6 / best:F0} MB per CPU second");
}
