using System.Diagnostics;
using System.Globalization;
using System.IO.Compression;
using Unpause.Analysis;
using Unpause.Bench.Readers;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings;

if (args is ["--peak", var read])
{
    // In a separate process, whose peak memory is only that of this reading.
    var count = Read(read);
    Console.WriteLine(
        FormattableString.Invariant($"peak memory {Process.GetCurrentProcess().PeakWorkingSet64 / 1e6:0} MB for {count} pauses; the goal ")
        + FormattableString.Invariant($"is below {150 + (count * 64 / 1e6):0} MB"));
    return;
}

if (args[0] == "nettrace")
{
    NettraceTable.Print(args[1], args[2], int.Parse(args[3], CultureInfo.InvariantCulture));
    return;
}

if (args[0] == "formats")
{
    FormatRow.Print(args[1], int.Parse(args[2], CultureInfo.InvariantCulture));
    return;
}

// Every contender once in each round, so that a noisy machine is noisy for all; the least processor time of the rounds counts,
// over all threads and children, so that waiting for a processor doesn't. The least elapsed time stands beside it: it shows what a
// second processor is good for, and is worth something on a quiet machine only.
var log = args[0];
var rounds = int.Parse(args[1], CultureInfo.InvariantCulture);
var bytes = new FileInfo(log).Length;
(string Name, Action Run)[] contenders =
[
    ("wc -l", () => Start("wc", "-l", log)),
    ("grep -c Pause", () => Start("grep", "-c", "Pause", log)),
    ("our line splitter alone", () => Lines(log)),
    ("unpause, the reader", () => Load(log)),
    ("unpause, reader, all numbers and rules", () => Read(log)),
    ("gunzip -c", () => Start("gunzip", "-c", log + ".gz")),
    ("inflate alone", () => Inflate(log + ".gz")),
    ("unpause, all, .gz", () => Read(log + ".gz")),
];
var best = new double[contenders.Length];
var fastest = new double[contenders.Length];
Array.Fill(best, double.MaxValue);
Array.Fill(fastest, double.MaxValue);
for (var round = 0; round < rounds; round++)
{
    for (var i = 0; i < contenders.Length; i++)
    {
        var before = ProcessorTime.Seconds();
        var started = Stopwatch.GetTimestamp();
        contenders[i].Run();
        fastest[i] = Math.Min(fastest[i], Stopwatch.GetElapsedTime(started).TotalSeconds);
        best[i] = Math.Min(best[i], ProcessorTime.Seconds() - before);
    }
}

Console.WriteLine(
    FormattableString.Invariant($"{bytes / 1e6:0} MB, {Environment.ProcessorCount} processors, .NET {Environment.Version},")
    + FormattableString.Invariant($" least processor time of {rounds} rounds"));
Console.WriteLine(
    "| contender | MB a second of processor time | ratio to wc -l | ratio to grep -c | MB a second elapsed |\n|---|--:|--:|--:|--:|");
for (var i = 0; i < contenders.Length; i++)
{
    Console.WriteLine(
        FormattableString.Invariant($"| {contenders[i].Name} | {bytes / 1e6 / best[i]:0} | {best[i] / best[0]:0.0} |")
        + FormattableString.Invariant($" {best[i] / best[1]:0.0} | {bytes / 1e6 / fastest[i]:0} |"));
}

Start(Environment.ProcessPath!, "--peak", log);

static Recording Load(string path) => RuntimeTable.Default.Load([RecordingInput.File(path)]).Recordings.Single();

static long Read(string path)
{
    var process = AnalysedProcess.From(Load(path));
    var findings = Diagnoses.Run([process]);
    GC.KeepAlive(findings);
    return process.Summary.Pauses.Count;
}

static void Lines(string path)
{
    using var stream = File.OpenRead(path);
    var lines = new LineReader(stream);
    while (lines.MoveNext())
    {
    }
}

static void Inflate(string path)
{
    using var stream = new GZipStream(File.OpenRead(path), CompressionMode.Decompress);
    stream.CopyTo(Stream.Null);
}

static void Start(string command, params string[] arguments)
{
    using var process = Process.Start(new ProcessStartInfo(command, arguments) { RedirectStandardOutput = true, UseShellExecute = false })!;
    if (arguments is ["--peak", ..]) Console.WriteLine(process.StandardOutput.ReadToEnd().TrimEnd());
    else process.StandardOutput.BaseStream.CopyTo(Stream.Null);
    process.WaitForExit();
}
