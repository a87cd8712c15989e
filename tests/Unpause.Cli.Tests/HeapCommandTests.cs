using System.Diagnostics;
using System.Text.Json;
using Unpause.Cli.Tests.Cycles;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary><c>unpause heap</c> as a process, on files and on a live JVM.</summary>
[Trait("Tier", "live")]
public class HeapCommandTests
{
    private static readonly string Dropped = RepositoryFolder.File("samples", "jvm", "dropped-jdk17.histogram.txt.gz");
    private static readonly string Retaining = RepositoryFolder.File("samples", "jvm", "retaining-jdk17.histogram.txt.gz");

    private static string Leaking(int look) => RepositoryFolder.File("samples", "python", "heaps", $"leaking-{look}.upcy.gz");

    private static string Sessions(string file) =>
        RepositoryFolder.File("samples", "node", "heaps", $"held-{file}.heapsnapshot.xz");

    private static readonly string Held = RepositoryFolder.File("samples", "dotnet", "held.nettrace.gz");
    private static readonly string Bounded = RepositoryFolder.File("samples", "dotnet", "held-bounded.nettrace.gz");

    [Fact]
    public void Heap_TwoDotNetSnapshots_ShowGrowthAndRetainers()
    {
        var result = Cli.Unpause("heap", Bounded, Held);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("Largest growth: Order in static s_orders, 100 → 7,000 objects", result.Output, StringComparison.Ordinal);
        using var json = JsonDocument.Parse(Cli.Unpause("heap", Bounded, Held, "--format", "json").Output);
        var grown = json.RootElement.GetProperty("retained")[0];
        Assert.Equal((100, 7_000), (grown.GetProperty("before").GetInt32(), grown.GetProperty("after").GetInt32()));
    }

    [Fact]
    public void Heap_TwoNodeSnapshots_ShowGrowthAndRetainers()
    {
        var result = Cli.Unpause("heap", Sessions("before"), Sessions("after"), "--format", "json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output, "unpause.heap-1.schema.json"));
        using var json = JsonDocument.Parse(result.Output);
        var grown = json.RootElement.GetProperty("retained").EnumerateArray()
            .Single(row => row.GetProperty("type").GetString() == "Session");
        Assert.Equal((200, 1_000), (grown.GetProperty("before").GetInt32(), grown.GetProperty("after").GetInt32()));
        Assert.Contains("sessions", grown.GetProperty("retained_by_names").EnumerateArray().Select(name => name.GetString()));
        var type = json.RootElement.GetProperty("classes").EnumerateArray()
            .Single(row => row.GetProperty("type").GetString() == "Session");
        // 99 bytes each with their user, by removing each from the heap (a walk of its own in Python).
        Assert.Equal(19_840, type.GetProperty("before_retained_bytes").GetInt64());
        Assert.Contains("Session", Cli.Unpause("heap", Sessions("after"), "--by", "retained").Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Heap_OutputFiles_HaveTheFormatOfTheirExtension()
    {
        using var folder = new TemporaryFolder();
        string[] made = [Path.Combine(folder.Path, "heap.json"), Path.Combine(folder.Path, "heap.txt")];
        var result = Cli.Unpause("heap", Bounded, Held, "-o", made[0], "-o", made[1]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains($"wrote {made[0]}", result.Error, StringComparison.Ordinal);
        Assert.Equal(Cli.Unpause("heap", Bounded, Held, "--format", "json").Output, File.ReadAllText(made[0]));
        Assert.Contains("s_orders", File.ReadAllText(made[1]), StringComparison.Ordinal);
        var refused = Cli.Unpause("heap", Bounded, Held, "-o", Path.Combine(folder.Path, "heap.html"));
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(".txt", refused.Error, StringComparison.Ordinal);
    }

    /// <summary>A program of which it is known what it made: it is asked, goes on as it was, and ends as it does alone.</summary>
    [Fact]
    public void Heap_LiveDotNet_ShowsObjectsAndRetainers()
    {
        const int lines = 100_000, orders = 200;
        using var folder = new TemporaryFolder();
        var saved = Path.Combine(folder.Path, "heap.nettrace");
        using var program = LiveTarget.DotNet(orders, mode: "orders");
        Assert.Equal("False", program.Ask()["server"]);
        var refused = Cli.Unpause("heap", $"{program.Id}");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("stops all threads", refused.Error, StringComparison.Ordinal);
        var result = Cli.Unpause("heap", $"{program.Id}", "--yes", "--format", "json", "--save", saved);
        Assert.True(result.ExitCode == 0, result.ToString());
        using var json = JsonDocument.Parse(result.Output);
        Assert.Equal(program.Id, json.RootElement.GetProperty("pid").GetInt32());
        Assert.InRange(json.RootElement.GetProperty("stop_ms").GetDouble(), 0.1, 30_000);
        var retainers = json.RootElement.GetProperty("retained").EnumerateArray().ToList();
        foreach (var (type, objects, field) in ((string, int, string)[])
        [
            ("OrderLine", lines, "s_lines"),
            ("Order", orders, "s_orders"),
            ("Job", 500, "Instances"),
            ("Subscriber", 1_000, "s_shop"),
        ])
        {
            var held = retainers.Single(held => held.GetProperty("type").GetString() == type);
            // A stale stack slot may retain one of them more directly; by type all are counted.
            Assert.InRange(held.GetProperty("objects").GetInt32(), objects - 10, objects);
            Assert.Equal(field, held.GetProperty("root_field").GetString());
            var counted = json.RootElement.GetProperty("classes").EnumerateArray()
                .Single(row => row.GetProperty("type").GetString() == type);
            Assert.Equal(objects, counted.GetProperty("objects").GetInt32());
        }

        Assert.False(program.HasExited);
        Assert.Equal(0, Cli.Unpause("heap", saved).ExitCode);
    }

    [Fact]
    public void Record_Holders_ExcludeTheSnapshotsOwnGc()
    {
        using var folder = new TemporaryFolder();
        var report = Path.Combine(folder.Path, "r.json");
        using var program = LiveTarget.DotNet(100_000_000, mode: "orders-bounded");
        program.Begin();
        Thread.Sleep(1_000);
        var result = Cli.Unpause("record", $"{program.Id}", "--for", "2s", "--retainers", "--keep", folder.Path, "-o", report);
        Assert.True(result.ExitCode == 0, result.ToString());
        using var json = JsonDocument.Parse(File.ReadAllText(report));
        var process = Assert.Single(json.RootElement.GetProperty("processes").EnumerateArray());
        var collections = process.GetProperty("collections");
        Assert.InRange(collections.GetProperty("count").GetInt32(), 1, 1_000_000);
        Assert.DoesNotContain(
            collections.GetProperty("by_cause").EnumerateArray(), cause => cause.GetProperty("cause").GetString() == "diagnostic");
        var most = process.GetProperty("heap_objects").GetProperty("retained")[0];
        // A variable of the allocating method may retain one of them too, and more directly.
        Assert.Equal("OrderLine", most.GetProperty("type").GetString());
        Assert.InRange(most.GetProperty("objects").GetInt32(), 99_990, 100_000);
        Assert.Equal("s_lines", most.GetProperty("root_field").GetString());
        Assert.False(program.HasExited);

        // The GC for the snapshot is not counted as the process's.
        var list = Assert.Single(Directory.GetFiles(folder.Path, "*-heap.nettrace"));
        Assert.Equal(0, Cli.Unpause(list, "-o", report).ExitCode);
        using var alone = JsonDocument.Parse(File.ReadAllText(report));
        process = Assert.Single(alone.RootElement.GetProperty("processes").EnumerateArray());
        Assert.NotEqual(JsonValueKind.Null, process.GetProperty("heap_objects").ValueKind);
    }

    [Fact]
    public void Heap_TwoPythonSnapshots_ShowGrowthAndRetainers()
    {
        var result = Cli.Unpause("heap", Leaking(1), Leaking(2));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("__main__.Order, 2,000 → 5,000", result.Output, StringComparison.Ordinal);
        Assert.Contains("Order: __main__.CACHE → Cache.orders[…]", result.Output, StringComparison.Ordinal);
    }

    /// <summary>A program that keeps a known number of objects, and some more each moment.</summary>
    [Fact]
    public void Heap_LivePython_ShowsRetainersAndContinues()
    {
        const string keeping =
            """
            import gc, sys, time
            class Kept: pass
            class Growing:
                def __init__(self): self.text = "x" * 1000
            KEPT = {number: Kept() for number in range(1234)}
            GROWN = []
            until = time.time() + float(sys.argv[1])
            while time.time() < until:
                GROWN.extend(Growing() for _ in range(20))
                gc.collect(1)
                time.sleep(0.02)
            """;
        using var folder = new TemporaryFolder();
        var saved = Path.Combine(folder.Path, "heap.upcy");
        using var program = WatchedProgram.Start("/usr/bin/python3", keeping, "60");
        var result = Cli.Unpause("heap", $"{program.Id}", "--for", "1s", "--format", "json", "--save", saved);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("through the agent that was loaded at its start", result.Error, StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(result.Output, "unpause.heap-1.schema.json"));
        using var json = JsonDocument.Parse(result.Output);
        Assert.InRange(json.RootElement.GetProperty("interval_ms").GetDouble(), 1_000, 30_000);
        var newest = json.RootElement.GetProperty("newest")[0];
        Assert.Equal("__main__.Growing", newest.GetProperty("type").GetString());
        Assert.Equal("__main__.GROWN[…]", newest.GetProperty("retention_path").GetString());
        var grown = Row(json, "__main__.Growing");
        Assert.InRange(grown.GetProperty("change").GetInt32(), 20, 10_000);
        Assert.Equal(0, grown.GetProperty("change").GetInt32() % 20);
        using var alone = JsonDocument.Parse(Cli.Unpause("heap", saved, "--format", "json").Output);
        Assert.Equal(1_234, Row(alone, "__main__.Kept").GetProperty("objects").GetInt32());
        Assert.False(program.HasExited);
        Assert.Equal(0, program.FilesOfHeaps());

        static JsonElement Row(JsonDocument json, string type) => json.RootElement.GetProperty("classes").EnumerateArray()
            .Single(row => row.GetProperty("type").GetString() == type);
    }

    [Fact]
    public void Heap_TwoHistograms_AreCompared()
    {
        var result = Cli.Unpause("heap", Dropped, Retaining);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("Largest change of an application class: Replies$Reply, 1 → 12,001", result.Output, StringComparison.Ordinal);
        using var json = JsonDocument.Parse(Cli.Unpause("heap", Dropped, Retaining, "--format", "json").Output);
        Assert.Equal("unpause.heap/1", json.RootElement.GetProperty("schema").GetString());
        var reply = json.RootElement.GetProperty("classes")
            .EnumerateArray()
            .Single(row => row.GetProperty("type").GetString() == "Replies$Reply");
        Assert.Equal(12_000, reply.GetProperty("change").GetInt64());
    }

    [Fact]
    public void Heap_Mistakes_AreOneSentence()
    {
        Refused("no such file", "heap", "nowhere.txt");
        Refused("there is no process", "heap", "2147483646", "--yes");
        using var other = Process.Start(new ProcessStartInfo("sleep", ["60"]) { UseShellExecute = false })!;
        Refused("unpause heap reads", "heap", $"{other.Id}", "--yes");
        other.Kill();
        Refused("one file is from a JVM and one from .NET", "heap", Dropped, Held);
        Refused("one file is from Node.js and one from .NET", "heap", Sessions("after"), Held);
        Refused("one file is from CPython and one from .NET", "heap", Leaking(1), Held);
        Refused("--for needs a live process", "heap", Leaking(1), Leaking(2), "--for", "1s");
        Refused("is not a duration", "heap", "1", "--for", "soon");
        Refused("contains no class histogram", "heap", RepositoryFolder.File("samples", "jvm", "README.md"));
        Refused("give a process id", "heap", Dropped, "--save", "x.txt");
    }

    [Fact]
    public void Heap_LiveJvm_NeedsPermission()
    {
        using var folder = new TemporaryFolder();
        var log = Path.Combine(folder.Path, "gc.log");
        var saved = Path.Combine(folder.Path, "live.txt");
        using var java = Process.Start(new ProcessStartInfo(
            "java",
            [$"-Xlog:gc:file={log}", "-Xmx300m", RepositoryFolder.File("samples", "jvm", "Replies.java"), "retaining", "120", "1000"])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
        })!;
        try
        {
            // The JVM listens only a moment after its start, and the program must be compiled first.
            Cli.Result refused;
            var watch = Stopwatch.StartNew();
            do
            {
                Thread.Sleep(500);
                refused = Cli.Unpause("heap", $"{java.Id}");
            }
            while (!refused.Error.Contains("--yes", StringComparison.Ordinal) && watch.Elapsed < TimeSpan.FromSeconds(90));
            Assert.Equal(2, refused.ExitCode);
            Assert.Contains("2 full GCs", refused.Error, StringComparison.Ordinal);
            Assert.DoesNotContain("Heap Inspection Initiated GC", File.ReadAllText(log), StringComparison.Ordinal);
            JsonElement reply = default;
            while (watch.Elapsed < TimeSpan.FromSeconds(110))
            {
                var result = Cli.Unpause("heap", $"{java.Id}", "--yes", "--rounds", "1", "--format", "json", "--save", saved);
                Assert.True(result.ExitCode == 0, result.ToString());
                using var json = JsonDocument.Parse(result.Output);
                // Not there yet while the source is compiled.
                var replies = json.RootElement.GetProperty(
                    "classes").EnumerateArray().Where(row => row.GetProperty("type").GetString() == "Replies$Reply").ToList();
                if (replies is [var one] && one.GetProperty("live").GetInt64() > 500)
                {
                    reply = one.Clone();
                    break;
                }

                Thread.Sleep(500);
            }

            Assert.Equal(JsonValueKind.Object, reply.ValueKind);
            Assert.InRange(reply.GetProperty("live").GetInt64(), 500, reply.GetProperty("all").GetInt64() + 4_000);
            Assert.Contains("Heap Inspection Initiated GC", File.ReadAllText(log), StringComparison.Ordinal);
            Assert.Contains("Replies$Reply", File.ReadAllText(saved), StringComparison.Ordinal);
            Assert.False(java.HasExited);
        }
        finally
        {
            java.Kill();
            java.WaitForExit();
        }
    }

    private static void Refused(string sentence, params string[] arguments)
    {
        var result = Cli.Unpause(arguments);
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
        Assert.Single(result.Error.TrimEnd().Split('\n'));
    }
}
