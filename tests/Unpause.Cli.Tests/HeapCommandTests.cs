using System.Diagnostics;
using System.Text.Json;

namespace Unpause.Tests;

/// <summary><c>unpause heap</c> as a process, on files and on a live JVM.</summary>
public class HeapCommandTests
{
    private static readonly string Dropped = RepositoryFolder.File("samples", "jvm", "dropped-jdk17.histogram.txt.gz");
    private static readonly string Retaining = RepositoryFolder.File("samples", "jvm", "retaining-jdk17.histogram.txt.gz");

    [Fact]
    public void TwoHistogramsAreCompared()
    {
        var result = Cli.Unpause("heap", Dropped, Retaining);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("Changed most of the program's own classes: Replies$Reply, 1 → 12,001", result.Output, StringComparison.Ordinal);
        using var json = JsonDocument.Parse(Cli.Unpause("heap", Dropped, Retaining, "--format", "json").Output);
        Assert.Equal("unpause.heap/1", json.RootElement.GetProperty("schema").GetString());
        var reply = json.RootElement.GetProperty("classes")
            .EnumerateArray()
            .Single(row => row.GetProperty("type").GetString() == "Replies$Reply");
        Assert.Equal(12_000, reply.GetProperty("change").GetInt64());
    }

    [Fact]
    public void MistakesAreOneSentence()
    {
        Refused("no such file", "heap", "nowhere.txt");
        Refused("there is no process", "heap", "2147483646", "--yes");
        Refused("is no HotSpot JVM; unpause heap reads JVMs only", "heap", $"{Environment.ProcessId}", "--yes");
        Refused("holds no class histogram", "heap", RepositoryFolder.File("samples", "jvm", "README.md"));
        Refused("give a process id", "heap", Dropped, "--save", "x.txt");
    }

    [Fact]
    public void ALiveJvmIsCountedOnlyWhenAllowed()
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
            Assert.Contains("2 full collections", refused.Error, StringComparison.Ordinal);
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
