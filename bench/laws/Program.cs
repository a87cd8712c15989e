using System.Globalization;
using System.Runtime.InteropServices;
using Unpause.Bench.Laws;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var isShort = args.Contains("--short");
Console.WriteLine("# The laws of incident 4, measured here");
Console.WriteLine();
Console.WriteLine(
    $"`bench/laws/run`: {DateTime.UtcNow:d MMMM yyyy}, {Environment.ProcessorCount} processors, {RuntimeInformation.FrameworkDescription}, "
    + $"{RuntimeInformation.OSDescription}, workstation GC, load {Load()} at the start. Times are the process's processor time or the "
    + "collector's own clock; medians, with the least and the most.");
Console.WriteLine();
Console.WriteLine("| law | here | incident (2019) |");
Console.WriteLine("|---|---|---|");
foreach (var row in PausePerGibibyte.Rows(isShort)) Console.WriteLine(row);
foreach (var row in AllocationTraffic.Rows(isShort)) Console.WriteLine(row);
foreach (var row in ObjectOverhead.Rows()) Console.WriteLine(row);
foreach (var row in LargeObjectCliff.Rows(isShort)) Console.WriteLine(row);
Console.WriteLine();
Console.WriteLine($"Load {Load()} at the end.");

static string Load() => File.Exists("/proc/loadavg") ? File.ReadAllText("/proc/loadavg").Split(' ')[0] : "unknown";
