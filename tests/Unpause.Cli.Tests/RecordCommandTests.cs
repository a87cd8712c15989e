using System.Diagnostics;
using System.Net.Sockets;
using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>Live processes, each compared with its own counters; and that nothing is left behind.</summary>
[Trait("Tier", "live")]
public sealed class RecordCommandTests : IDisposable
{
    private static readonly string[] Listing = ["runtime", "collector", "heap_limit_bytes", "recordable"];

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> Javas => RunCommandTests.Javas();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Javas))]
    public void Record_LiveJvm_MatchesItsCountersAndKeepsItsLog(string java)
    {
        using var target = LiveTarget.Java(java, [$"-Xlog:gc:file={_folder["own-log.txt"]}"], "rounds");
        var own = _folder["own-log.txt"];
        var before = Evacuations(target.Ask());
        var outputs = LogOutputs(target.Id);
        using (var recording = new LiveRecording(_folder.Path, $"{target.Id}", "-o", _folder["r.json"], "--keep", _folder["kept"]))
        {
            Assert.NotEqual(outputs, LogOutputs(target.Id));
            var during = Evacuations(target.Ask()) - before;
            var result = recording.Interrupt();
            Assert.True(result.ExitCode == 0, result.ToString());
            Assert.True(during > 10);
            // One JVM, one process: its own log of the time before and our recording, with each collection counted once.
            var live = Assert.Single(Processes());
            Assert.Equal(2, live.GetProperty("source").GetProperty("files").GetArrayLength());
            var ours = Ids(Assert.Single(Directory.GetFiles(_folder["kept"])));
            Assert.Equal(
                Ids(own).Where(id => id < ours[0]).Count() + ours.Count, Count(live, "young") + Count(live, "mixed"));
            Assert.True(ours[0] > 0, "nothing was before");
            Assert.Equal(Ids(own).Where(id => id >= ours[0] && id <= ours[^1]), ours);
            // A collection may run between an answer and the start of our recording.
            Assert.InRange(ours.Count, during - 1, during + 1);
            Assert.Equal("G1", live.GetProperty("source").GetProperty("collector").GetString());
            Assert.Equal(64 << 20, live.GetProperty("heap").GetProperty("max_bytes").GetInt64());
        }

        Assert.Equal(outputs, LogOutputs(target.Id));
        Assert.Empty(Cli.Program("/tmp", "find", "/tmp", "-maxdepth", "2", "-path", $"/tmp/unpause-*/jvm-{target.Id}-*").Output);
        var size = new FileInfo(own).Length;
        target.Ask();
        Assert.True(new FileInfo(own).Length > size, "the JVM no longer writes its own log");
    }

    [Theory]
    [MemberData(nameof(Javas))]
    public void Record_Jfr_MatchesTheJvmAndKeepsTheUsersRecording(string java)
    {
        using var target = LiveTarget.Java(java, [], "rounds");
        Cli.Program(_folder.Path, "jcmd", $"{target.Id}", "JFR.start", "name=mine", "settings=default");
        var flights = Flights(target.Id);
        Assert.Contains("name=mine", flights, StringComparison.Ordinal);
        var before = Evacuations(target.Ask());
        using var recording = new LiveRecording(
            _folder.Path, $"{target.Id}", "--jfr", "--retainers", "--keep", _folder["kept"], "-o", _folder["r.json"]);
        Assert.NotEqual(flights, Flights(target.Id));
        var during = Evacuations(target.Ask()) - before;
        var result = recording.Interrupt();
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(flights, Flights(target.Id));
        Assert.EndsWith(".jfr", Assert.Single(Directory.GetFiles(_folder["kept"])), StringComparison.Ordinal);
        var process = Assert.Single(Processes());
        // A collection may run between an answer and the start of our recording.
        Assert.InRange(Count(process, "young") + Count(process, "mixed"), during - 1, during + 1);
        Assert.NotEqual(JsonValueKind.Null, process.GetProperty("allocations").ValueKind);
    }

    [Fact]
    public void Record_JfrOfAProgramThatEnds_SaysSo()
    {
        using var target = LiveTarget.Java("java", [], "rounds");
        using var recording = new LiveRecording(_folder.Path, $"{target.Id}", "--jfr");
        target.Kill();
        var result = recording.Finish();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("StartFlightRecording", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Record_LiveDotNet_MatchesItsCounters()
    {
        using var target = LiveTarget.DotNet(300);
        using var recording = new LiveRecording(_folder.Path, $"{target.Id}", "-o", _folder["r.json"]);
        var truth = target.Ask();
        var result = recording.Interrupt();
        Assert.True(result.ExitCode == 0, result.ToString());
        var process = Assert.Single(Processes());
        long[] inclusive = [Count(process, "gen2"), Count(process, "gen1"), Count(process, "gen0")];
        Assert.Equal(long.Parse(truth["gen2"]), inclusive[0]);
        Assert.Equal(long.Parse(truth["gen1"]), inclusive[0] + inclusive[1]);
        Assert.Equal(long.Parse(truth["gen0"]), inclusive.Sum());
        var truthMs = double.Parse(truth["pause_us"]) / 1000;
        Assert.InRange(process.GetProperty("pauses").GetProperty("total_ms").GetDouble(), (truthMs * 0.98) - 1, (truthMs * 1.05) + 1);
    }

    [Fact]
    public void Record_DotNetAllocations_HaveTypesAndStacks()
    {
        using var target = LiveTarget.DotNet(300);
        using var recording = new LiveRecording(_folder.Path, $"{target.Id}", "-o", _folder["r.json"], "--profile", "allocations");
        target.Ask();
        Assert.Equal(0, recording.Interrupt().ExitCode);
        var sites = Assert.Single(Processes()).GetProperty("allocations").GetProperty("sites").EnumerateArray().ToList();
        Assert.Contains(sites, site => site.GetProperty("type").GetString() == "System.Byte[]"
            && site.GetProperty("stack")
                .EnumerateArray()
                .Any(frame => frame.GetString()!.Contains("Workload.Mix", StringComparison.Ordinal)));
    }

    /// <summary>Against the kernel's own number for the same process.</summary>
    [Fact]
    public void Record_DotNetCounters_MatchTheKernel()
    {
        using var target = LiveTarget.DotNet(1_000_000);
        target.Begin();
        using var recording = new LiveRecording(_folder.Path, $"{target.Id}", "-o", _folder["r.json"]);
        Thread.Sleep(3500);
        var pages = long.Parse(System.IO.File.ReadAllText($"/proc/{target.Id}/statm").Split(' ')[1]);
        Assert.Equal(0, recording.Interrupt().ExitCode);
        var process = Assert.Single(Processes());
        var counters = process.GetProperty("counters").EnumerateArray().ToDictionary(counter => counter.GetProperty("name").GetString()!);
        var workingSet = pages * Environment.SystemPageSize;
        Assert.InRange(counters["working set"].GetProperty("last").GetDouble(), workingSet * 0.5, workingSet * 2.0);
        Assert.True(counters["allocation rate"].GetProperty("max").GetDouble() > 1e6);
        // Counters of the seconds that end inside the recording; the pauses are of the whole recording.
        Assert.InRange(counters["time in pauses"].GetProperty("mean").GetDouble(), 0.1, 100);
    }

    [Fact]
    public void Record_Ring_KeepsTheEnd()
    {
        using var target = LiveTarget.DotNet(1_000_000);
        target.Begin();
        var result = Cli.UnpauseIn(
            _folder.Path, new Dictionary<string, string?>(), "record", $"{target.Id}", "--for", "6s", "--ring", "1s", "--keep",
            _folder["kept"], "-o", _folder["r.json"], "--quiet");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Single(Directory.GetFiles(_folder["kept"]));
        var process = Assert.Single(Processes());
        Assert.InRange(process.GetProperty("source").GetProperty("duration_ms").GetDouble(), 1_000, 5_500);
        Assert.True(process.GetProperty("collections").GetProperty("count").GetInt64() > 0);
    }

    [Fact]
    public void Record_RingWhenPause_EndsAfterThePause()
    {
        using var target = LiveTarget.DotNet(1_000_000);
        using var recording = new LiveRecording(
            _folder.Path, $"{target.Id}", "--ring", "1s", "--when", "pause>1ms", "-o", _folder["r.json"]);
        Thread.Sleep(3500);
        Assert.False(recording.HasExited, "it ends although nothing was collected");
        target.Begin();
        var result = recording.Finish();
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("triggered by: a pause of ", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("ended after", result.Output, StringComparison.Ordinal);
        var process = Assert.Single(Processes());
        Assert.True(process.GetProperty("stops").GetProperty("max_ms").GetDouble() >= 1);
        // The recording has the time before it, and 3 s more.
        Assert.InRange(process.GetProperty("source").GetProperty("duration_ms").GetDouble(), 3_000, 60_000);
    }

    [Fact]
    public void Record_Gen2Deaths_NameTheAllocationSite()
    {
        using var target = LiveTarget.DotNet(1_000_000, mode: "cache");
        target.Begin();
        var result = Record(target, "--gen2-deaths", "--for", "6s", "-o", _folder["r.json"], "-o", _folder["r.speedscope.json"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("slows the process down", result.Error, StringComparison.Ordinal);
        Assert.Contains("followed by address", result.Output, StringComparison.Ordinal);
        Assert.Matches(@"neither\s+is\s+counted", result.Output);
        var deaths = Assert.Single(Processes()).GetProperty("allocations").GetProperty("gen2_deaths");
        Assert.True(deaths.GetProperty("gen2_collections").GetInt64() > 0);
        var died = deaths.GetProperty("died_bytes").GetInt64();
        long Of(string method) => deaths.GetProperty("sites").EnumerateArray()
            .Where(site => site.GetProperty("stack").EnumerateArray().FirstOrDefault().ToString()
                .EndsWith(method, StringComparison.Ordinal))
            .Sum(site => site.GetProperty("bytes").GetInt64());
        Assert.InRange(Of("SessionCache.Remember") + Of("SessionCache.Load"), died * 0.98, died);
        Assert.InRange(Of("SessionCache.Remember"), died * 0.2, died);
        Assert.InRange(Of("SessionCache.Answer"), 0, died * 0.01);
        Assert.Contains("died in gen2 in ", System.IO.File.ReadAllText(_folder["r.speedscope.json"]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("at most --for 60s", "--gen2-deaths", "--for", "2m")]
    [InlineData("cannot be combined with", "--gen2-deaths", "--ring", "1s")]
    [InlineData("write for example --when 'pause>200ms'", "--when", "heap>1s")]
    [InlineData("write for example --when 'pause>200ms'", "--when", "pause>much")]
    [InlineData("at least twice the duration", "--when", "request>1s", "--ring", "1s")]
    [InlineData("leave out --no-requests", "--when", "request>1s", "--no-requests")]
    public void Record_InvalidOptions_AreOneSentence(string sentence, params string[] options)
    {
        var result = Cli.Unpause(["record", "1", .. options]);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("dotnet")]
    [InlineData("java")]
    public void Record_TargetKilled_ReportsUpToItsEnd(string runtime)
    {
        using var target = Allocating(runtime);
        using var recording = new LiveRecording(_folder.Path, $"{target.Id}", "-o", _folder["r.json"]);
        Thread.Sleep(1000);
        target.Kill();
        var result = recording.Finish();
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains($"process {target.Id} ended after", result.Output, StringComparison.Ordinal);
        Assert.True(Assert.Single(Processes()).GetProperty("collections").GetProperty("count").GetInt64() > 0);
    }

    /// <summary>
    /// Like <c>unpause report</c>. The requests are generated, and end after the recording: inside its pauses they would count as another
    /// process's.
    /// </summary>
    [Fact]
    public void Record_UnreadableLog_SetsTheExitCode()
    {
        // The JVM walks its whole heap in each pause, so that pauses are longer than the clocks' error, however fast the machine.
        using var target = LiveTarget.Java("java", ["-XX:+UnlockDiagnosticVMOptions", "-XX:+VerifyBeforeGC", "-XX:+VerifyAfterGC"]);
        var start = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
        var rows = Enumerable.Range(0, 6_000).Select(i => $"{start + (i * 20)},{(i % 20 == 0 ? 400_000 : 200_000)},/buy\n");
        var requests = _folder.Write(
            "requests.csv", System.Text.Encoding.UTF8.GetBytes($"start_ms,duration_ms,name\n{string.Concat(rows)}"));
        var garbage = _folder.Write("garbage", [.. Enumerable.Range(0, 5000).Select(i => (byte)(i * 7919))]);
        string[] judged = ["--for", "2s", "--requests", requests, "--slow", "300s", "-q", "-o", _folder["r.json"]];
        var whole = Record(target, judged);
        Assert.True(whole.ExitCode == 0, whole.ToString());
        var partly = Record(target, [.. judged, "--requests", garbage]);
        Assert.True(partly.ExitCode == 4, partly.ToString());
        Assert.Contains("left out", partly.Error, StringComparison.Ordinal);
        Assert.Equal(1, Record(target, [.. judged, "--requests", garbage, "--fail-on", "pauses>0"]).ExitCode);
    }

    [Fact]
    public void Record_RecorderKilled_LeavesAReadableFileAndARunningDotNet()
    {
        using var target = Allocating("dotnet");
        using (var recording = new LiveRecording(_folder.Path, $"{target.Id}", "--keep", _folder["kept"]))
        {
            Thread.Sleep(1500);
            recording.Kill();
        }

        var read = Cli.Unpause("report", _folder["kept"], "--format", "json");
        Assert.Equal(4, read.ExitCode);
        Assert.True(JsonDocument.Parse(read.Output).RootElement
            .GetProperty("processes")[0]
            .GetProperty("collections")
            .GetProperty("count")
            .GetInt64() > 0);
        Assert.False(target.HasExited);
        Assert.Equal(0, Record(target, "--for", "1s").ExitCode);
    }

    [Fact]
    public void Record_AfterAKilledRecorder_DisablesTheJvmsLog()
    {
        using var target = Allocating("java");
        var outputs = LogOutputs(target.Id);
        using (var recording = new LiveRecording(_folder.Path, $"{target.Id}")) recording.Kill();
        Assert.NotEqual(outputs, LogOutputs(target.Id));
        var result = Record(target, "--for", "1s");
        Assert.Matches(@"left\s+on\s+by\s+an\s+unpause\s+that\s+was\s+killed", result.Output);
        Assert.Equal(outputs, LogOutputs(target.Id));
        Assert.Empty(Cli.Program("/tmp", "find", "/tmp", "-maxdepth", "2", "-path", $"/tmp/unpause-*/jvm-{target.Id}-*").Output);
    }

    [Fact]
    public void Record_SecondInterrupt_EndsTheWait()
    {
        // Imitates a JVM, and answers until its log is enabled.
        const string Silent = """
            import mmap, os, re, shutil, socket, tempfile
            with tempfile.TemporaryDirectory() as folder, open(folder + "/libjvm.so", "wb+") as file:
                file.write(b"x" * 4096)
                file.flush()
                kept = mmap.mmap(file.fileno(), 4096)
            server = socket.socket(socket.AF_UNIX)
            server.bind("/tmp/.java_pid%d" % os.getpid())
            server.listen()
            print("ready")
            folder = None
            while True:
                client, _ = server.accept()
                asked = client.recv(4096)
                if folder is not None:
                    shutil.rmtree(folder)
                    break
                told = re.search(b'output="(.+)/', asked)
                folder = told and told.group(1)
                client.sendall(b"0\nLog output configuration:\n")
                client.close()
            others = [client]
            while True:
                others.append(server.accept())
            """;
        using var target = new LiveTarget(null, "python3", "-uc", Silent);
        try
        {
            using var recording = new LiveRecording(_folder.Path, $"{target.Id}");
            Assert.False(recording.EndsWithin(TimeSpan.FromSeconds(2)));
            Assert.True(recording.EndsWithin(TimeSpan.FromSeconds(20)));
        }
        finally
        {
            System.IO.File.Delete($"/tmp/.java_pid{target.Id}");
        }
    }

    [Fact]
    public void Record_IdleProcess_ReportsNoGc()
    {
        using var target = LiveTarget.Java("java", [], "rounds");
        var result = Record(target, "--for", "200ms");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains($"no GC ran in process {target.Id} in", result.Output, StringComparison.Ordinal);
    }

    /// <summary>As root another user's JVM writes our log itself; as anybody else it can't be reached.</summary>
    [Fact]
    public void Record_ProcessOfAnotherUser_NeedsRoot()
    {
        if (Environment.UserName != "root")
        {
            var refused = Cli.Unpause("record", "1", "--for", "1s");
            Assert.Equal(2, refused.ExitCode);
            Assert.Contains("belongs to root", refused.Error, StringComparison.Ordinal);
            return;
        }

        var classes = Directory.CreateTempSubdirectory("unpause-test-classes-");
        try
        {
            Assert.Equal(0, Cli.Program(classes.FullName, "chmod", "755", classes.FullName).ExitCode);
            System.IO.File.Copy(Path.Combine(LiveTarget.JavaClasses.Value, "Live.class"), Path.Combine(classes.FullName, "Live.class"));
            using var target = new LiveTarget(
                null, "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "java", "-Xmx64m", "-cp", classes.FullName,
                "Live");
            var result = Record(target, "--for", "1s", "-o", _folder["r.json"]);
            Assert.True(result.ExitCode == 0, result.ToString());
            Assert.True(Assert.Single(Processes()).GetProperty("collections").GetProperty("count").GetInt64() > 0);
        }
        finally
        {
            classes.Delete(recursive: true);
        }
    }

    [Theory]
    [InlineData("dotnet", "dotnet SERVER 268435456 True", null)]
    [InlineData("dotnet without diagnostics", "dotnet workstation  False", "DOTNET_EnableDiagnostics=0")]
    [InlineData("java", "jvm G1 67108864 True", null)]
    [InlineData("java that publishes nothing", "jvm G1 67108864 True", null)]
    [InlineData("java without attach", "jvm G1 67108864 False", "-XX:+DisableAttachMechanism")]
    public void PsAndDoctor_LiveProcess_ShowItAndItsObstacles(string program, string facts, string? inTheWay)
    {
        using var target = program switch
        {
            "dotnet" => LiveTarget.DotNet(
                1, new Dictionary<string, string> { ["DOTNET_gcServer"] = "1", ["DOTNET_GCHeapHardLimit"] = "0x10000000" }),
            "dotnet without diagnostics" => LiveTarget.DotNet(1, new Dictionary<string, string> { ["DOTNET_EnableDiagnostics"] = "0" }),
            "java" => LiveTarget.Java("java", []),
            "java that publishes nothing" => LiveTarget.Java("java", ["-XX:-UsePerfData"]),
            "java without attach" => LiveTarget.Java("java", ["-XX:+DisableAttachMechanism"]),
            _ => throw new ArgumentException(program, nameof(program)),
        };
        // On one core, server GC silently becomes workstation GC.
        Assert.Equal(
            facts.Replace("SERVER", Environment.ProcessorCount > 1 ? "server" : "workstation", StringComparison.Ordinal),
            Listed(target.Id));
        if (inTheWay is not null) AssertInTheWay(target, inTheWay);
        else Assert.Equal((0, ""), Reported("doctor", $"{target.Id}"));
    }

    [Fact]
    public void Record_SocketOfAnEarlierProcess_IsNotUsed()
    {
        using var target = LiveTarget.DotNet(1, new Dictionary<string, string> { ["DOTNET_EnableDiagnostics"] = "0" });
        var path = $"/tmp/dotnet-diagnostic-{target.Id}-1-socket";
        using var left = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        left.Bind(new UnixDomainSocketEndPoint(path));
        try
        {
            Assert.Equal("dotnet workstation  False", Listed(target.Id));
        }
        finally
        {
            System.IO.File.Delete(path);
        }
    }

    [Fact]
    public void Doctor_NoSuchProcess_IsAnError() => Assert.Equal(2, Cli.Unpause("doctor", "2147483647").ExitCode);

    /// <summary>What ps says of a process. It waits only briefly for a runtime's answer, which on a busy machine takes longer.</summary>
    private static string Listed(int id)
    {
        var watch = Stopwatch.StartNew();
        while (true)
        {
            var reported = Cli.Unpause("ps", "--format", "json");
            Assert.True(reported.ExitCode == 0, reported.ToString());
            using var listed = JsonDocument.Parse(reported.Output);
            var found = listed.RootElement.GetProperty("processes").EnumerateArray()
                .Where(process => process.GetProperty("pid").GetInt32() == id).ToList();
            if (found.Count == 1) return string.Join(' ', Listing.Select(name => found[0].GetProperty(name).ToString()));
            Assert.True(watch.Elapsed < TimeSpan.FromSeconds(60), reported.ToString());
        }
    }

    /// <summary>The exit code, and what was printed when it is not 0.</summary>
    private static (int Code, string Printed) Reported(params string[] arguments)
    {
        var reported = Cli.Unpause(arguments);
        return (reported.ExitCode, reported.ExitCode == 0 ? "" : reported.ToString());
    }

    private static void AssertInTheWay(LiveTarget target, string named)
    {
        var reported = Cli.Unpause("doctor", $"{target.Id}");
        Assert.Equal(3, reported.ExitCode);
        Assert.Contains(named, reported.Output, StringComparison.Ordinal);
        var refused = Cli.Unpause("record", $"{target.Id}", "--for", "1s");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(named, refused.Error, StringComparison.Ordinal);
        Assert.False(target.HasExited);
    }

    private static LiveTarget Allocating(string runtime)
    {
        if (runtime == "java") return LiveTarget.Java("java", []);
        var target = LiveTarget.DotNet(1_000_000);
        target.Begin();
        return target;
    }

    /// <summary>G1's young and mixed collections by the JVM's own bean.</summary>
    private static long Evacuations(Dictionary<string, string> counters) => long.Parse(counters["G1_Young_Generation"]);

    private static long Count(JsonElement process, string generation) =>
        process.GetProperty("collections").GetProperty("by_generation").EnumerateArray()
        .Where(row => row.GetProperty("generation").GetString() == generation).Sum(row => row.GetProperty("count").GetInt64());

    /// <summary>The numbers of a log's young pauses.</summary>
    private List<int> Ids(string log) =>
        [.. Cli.Program(_folder.Path, "sed", "-nE", @"s/.*GC\(([0-9]+)\) Pause Young.*ms$/\1/p", log).Output
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(int.Parse)];

    private string LogOutputs(int process)
    {
        var list = Cli.Program(_folder.Path, "jcmd", $"{process}", "VM.log", "list").Output;
        return list[list.IndexOf("Log output configuration", StringComparison.Ordinal)..];
    }

    private string Flights(int process)
    {
        var list = Cli.Program(_folder.Path, "jcmd", $"{process}", "JFR.check").Output;
        return list[(list.IndexOf('\n') + 1)..];
    }

    private Cli.Result Record(LiveTarget target, params string[] options) =>
        Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), ["record", $"{target.Id}", .. options]);

    private List<JsonElement> Processes()
    {
        var text = System.IO.File.ReadAllText(_folder["r.json"]);
        Assert.Equal("", ContractSchema.Faults(text));
        return [.. JsonDocument.Parse(text).RootElement.GetProperty("processes").EnumerateArray()];
    }
}
