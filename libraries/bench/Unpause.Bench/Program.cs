using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Unpause.Bench;

if (args is ["incident1", ..])
{
    BenchmarkRunner.Run<Incident1Benchmarks>(DefaultConfig.Instance.AddJob(Job.ShortRun.WithToolchain(InProcessEmitToolchain.Instance)));
    return 0;
}

var large = args.Contains("--large");
var filter = args.FirstOrDefault(arg => !arg.StartsWith('-')) ?? "";
IEnumerable<Row> rows =
[
    .. ListTable.Rows(large), .. MemberTable.Rows(), .. SetTable.Rows(large), .. DictionaryTable.Rows(), .. StreamTable.Rows(),
    .. TextTable.Rows(),
    .. AllocationTable.Rows(),
];
var rounds = new PairedRounds(large ? 11 : 15, TimeSpan.FromMilliseconds(20));
Console.WriteLine(
    $"{Environment.ProcessorCount} cores, {System.Runtime.InteropServices.RuntimeInformation.FrameworkDescription}, load {Load()} at the "
    + "start; ratios to the first of each line, medians of paired rounds");
Console.WriteLine("| work | here | incident (2019) | goal |");
Console.WriteLine("|---|---|---|---|");
foreach (var row in rows)
{
    if (row.Work.Contains(filter, StringComparison.OrdinalIgnoreCase)) Console.WriteLine(rounds.Measure(row));
}

Console.WriteLine($"load {Load()} at the end");
return 0;

static string Load() => File.Exists("/proc/loadavg") ? File.ReadAllText("/proc/loadavg").Split(' ')[0] : "unknown";
