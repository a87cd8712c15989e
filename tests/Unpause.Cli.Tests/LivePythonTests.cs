using System.Globalization;
using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>A CPython program that runs already and knows nothing of unpause.</summary>
[Trait("Tier", "live")]
public sealed class LivePythonTests : IDisposable
{
    private const string Debian = "/usr/bin/python3";

    private const string Collects = """
        import gc, time
        print("ready")
        for _ in range(6000):
            gc.collect(1)
            time.sleep(0.01)
        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RootFact]
    public void Record_Python_UsesProbes()
    {
        using var target = new LiveTarget(null, Debian, "-uc", Collects);
        var id = target.Id.ToString(CultureInfo.InvariantCulture);
        var doctor = Cli.Unpause("doctor", id);
        Assert.Equal(4, doctor.ExitCode);
        Assert.Contains("recorded by: kernel probes at CPython's USDT markers", doctor.Output, StringComparison.Ordinal);
        Assert.Contains("recorded in part: kernel probes do not record thresholds", doctor.Output, StringComparison.Ordinal);
        var reported = Cli.Unpause("record", id, "--for", "1500ms", "--format", "json", "-o", "-");
        Assert.True(reported.ExitCode == 0, reported.ToString());
        Assert.Contains("its collections, by kernel probes at CPython's USDT markers", reported.Error, StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(reported.Output));
        using var json = JsonDocument.Parse(reported.Output);
        var process = Assert.Single(json.RootElement.GetProperty("processes").EnumerateArray());
        Assert.InRange(process.GetProperty("collections").GetProperty("count").GetInt32(), 50, 160);
        Assert.Equal(JsonValueKind.Null, process.GetProperty("collections").GetProperty("induced_by").ValueKind);
        Assert.Contains("Recorded by kernel probes", reported.Output, StringComparison.Ordinal);
        Assert.Contains("--ring is available only for .NET", Cli.Unpause("record", id, "--ring", "10s").Error, StringComparison.Ordinal);
    }

    /// <summary>A service with the middleware, under the agent alone: its requests come with its collections.</summary>
    [RootFact]
    public void Record_PythonMiddleware_HasRequestsAndGcs()
    {
        var service = $"import sys; print('ready', flush=True); sys.argv = ['web.py', '--requests', '100000']; "
            + $"sys.path.insert(0, {JsonSerializer.Serialize(RepositoryFolder.File("samples", "python"))}); import web; web.main()";
        using var target = new LiveTarget(
            new Dictionary<string, string> { ["PYTHONPATH"] = RepositoryFolder.File("agents", "python") },
            Debian, "-m", "unpause_agent", "--into", _folder.Path, "--", Debian, "-c", service);
        Thread.Sleep(1500);
        var reported = Cli.Unpause("record", $"{target.Id}", "--for", "2s", "--slow", "10ms", "--format", "json", "-o", "-");
        Assert.True(reported.ExitCode == 0, reported.ToString());
        Assert.Contains("its collections and requests, by unpause's agent", reported.Error, StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(reported.Output));
        using var json = JsonDocument.Parse(reported.Output);
        var requests = json.RootElement.GetProperty("requests");
        Assert.InRange(requests.GetProperty("count").GetInt32(), 100, 100_000);
        // A full collection of the catalogue takes tens of milliseconds, a response without one a fraction.
        var slow = requests.GetProperty("slow").GetInt32();
        Assert.InRange(slow, 3, 2_000);
        Assert.InRange(requests.GetProperty("slow_with_pause").GetInt32(), 0.8 * slow, slow);
    }

    /// <summary>A probe that stays would trap a program that nobody watches, and the mark's counter keep it from passing by.</summary>
    [RootFact]
    public void Record_PythonRecorderKilled_LeavesNothing()
    {
        using var target = new LiveTarget(null, Debian, "-uc", Collects);
        var places = Places(target.Id);
        // The kernel takes up to a second to remove the probes of the test before.
        Assert.True(AreUntouched(places));
        using (var recording = new LiveRecording(_folder.Path, $"{target.Id}", "--for", "60s"))
        {
            Assert.All(places, place => Assert.Equal(0xCC, place.Now().Code));
            Assert.All(places, place => Assert.NotEqual(0, place.Now().Counter));
            recording.Kill();
        }

        Assert.True(AreUntouched(places));
        Assert.False(target.HasExited);
        Assert.Equal(0, Cli.Unpause("record", $"{target.Id}", "--for", "500ms", "-q").ExitCode);
    }

    private static bool AreUntouched(List<Place> places) =>
        SpinWait.SpinUntil(() => places.All(place => place.Now() == (0x90, 0)), TimeSpan.FromSeconds(20));

    /// <summary>Each mark's first byte of code, and its counter, as they are in the process's memory.</summary>
    private static List<Place> Places(int process)
    {
        var notes = Cli.Program("/", "readelf", "-nW", $"/proc/{process}/exe").Output.Split('\n');
        var places = new List<Place>();
        for (var i = 0; i + 1 < notes.Length; i++)
        {
            if (!notes[i].Contains("Name: gc__", StringComparison.Ordinal)) continue;
            var words = notes[i + 1].Split([' ', ','], StringSplitOptions.RemoveEmptyEntries);
            // Debian's python3.11 isn't moved when it is loaded (no PIE).
            places.Add(new Place(process, Number(words[1]), Number(words[5])));
        }

        Assert.Equal(2, places.Count);
        return places;

        static long Number(string text) => long.Parse(text.AsSpan(2), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
    }

    private sealed record Place(int Process, long Code, long Counter)
    {
        public (int Code, int Counter) Now()
        {
            using var memory = System.IO.File.OpenHandle($"/proc/{Process}/mem");
            Span<byte> bytes = stackalloc byte[2];
            Assert.Equal(1, RandomAccess.Read(memory, bytes[..1], Code));
            var code = bytes[0];
            Assert.Equal(2, RandomAccess.Read(memory, bytes, Counter));
            return (code, bytes[0] | bytes[1] << 8);
        }
    }
}
