using System.Text;
using Unpause.Recorder.Live;
using Unpause.Recorder.Runtimes.Jvm;

namespace Unpause.Recorder.Tests;

/// <summary>Parsing of a JVM's list of log outputs and of its own log.</summary>
[Trait("Tier", "live")]
public sealed class JvmLogTests
{
    // As JDK 11, 17 and 25 print them.
    private const string List =
        """
        Available log levels: off, trace
        Log output configuration:
         #0: stdout all=warning uptime,level,tags foldmultilines=false
         #1: stderr all=off uptime,level,tags
         #2: file=/var/log/my app/gc.log all=off,gc*=debug time,level filecount=5,filesize=20480K,async=false (reconfigured)
         #3: file=classes.log all=off,class+load=info uptime filecount=5,filesize=20480K
        """;

    [Fact]
    public void LogTail_UnclosedBrackets_AreSearchedOnce()
    {
        var path = Path.GetTempFileName();
        try
        {
        // Searching from each line to the end took hours.
            File.WriteAllText(path, string.Concat(Enumerable.Repeat("[\n", 4_000_000)) + "[5.0s] end\n");
            var part = new FilePart(path, 0, new FileInfo(path).Length);
            Assert.Equal(8_000_000, Assert.Single(LogTail.Cut([part], TimeSpan.FromSeconds(1))).Start);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void JvmLogOutput_List_IsParsed()
    {
        var outputs = JvmLogOutput.All(List);
        Assert.Equal(["stdout", "stderr", "/var/log/my app/gc.log", "classes.log"], outputs.Select(output => output.Name));
        Assert.Equal([false, false, true, false], outputs.Select(output => output.HasCollections));
        Assert.Equal([false, false, true, true], outputs.Select(output => output.IsFile));
        Assert.Empty(JvmLogOutput.All("nothing of the kind"));
    }

    [Theory]
    [InlineData("[2026-11-21T13:45:00.500+0000][1.500s][info][gc] GC(1)", 1.5)]
    [InlineData("[1.500s] x", 1.5)]
    [InlineData("[1970-01-01T00:01:00.000+0000][info] x", 60.0)]
    [InlineData("[info][gc] x", null)]
    [InlineData("[15ms] x", null)]
    [InlineData("", null)]
    public void StampOf_Line_IsFound(string line, double? seconds) => Assert.Equal(seconds, LogTail.StampOf(Encoding.UTF8.GetBytes(line)));

    [Theory]
    [InlineData(4, "[6.000s] f\n[10.000s] g\n")]
    [InlineData(7, "[4.000s] d\n[5.000s] e\n[6.000s] f\n[10.000s] g\n")]
    [InlineData(100, "[1.000s] a\nno stamp\n[2.000s] b\n[4.000s] d\n[5.000s] e\n[6.000s] f\n[10.000s] g\n")]
    public void LogTail_RotatedFiles_KeepsTheLastSeconds(int seconds, string expected)
    {
        using var recorder = new Recorder();
        string[] contents = ["[1.000s] a\nno stamp\n[2.000s] b\n", "[4.000s] d\n", "[5.000s] e\n[6.000s] f\n[10.000s] g\n"];
        var parts = contents.Select((content, i) =>
        {
            var path = Path.Combine(recorder.Scratch, $"{i}");
            File.WriteAllText(path, content);
            return new FilePart(path, 0, content.Length);
        }).ToList();
        using var stream = new ConcatenatedStream(LogTail.Cut(parts, TimeSpan.FromSeconds(seconds)));
        using var text = new StreamReader(stream);
        Assert.Equal(expected, text.ReadToEnd());
    }
}
