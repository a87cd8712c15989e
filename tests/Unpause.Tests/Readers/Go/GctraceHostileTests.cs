using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Tests.Readers.Go;

/// <summary>Whatever the bytes: the same events, or a note; no exception.</summary>
public class GctraceHostileTests
{
    private static readonly byte[] Real = File.ReadAllBytes(RepositoryFolder.File("samples", "go", "catalog-gogc800.gctrace"));

    [Fact]
    public void GctraceHostile_CutAtEveryByte_KeepsWholeLinesWithANote()
    {
        var whole = Read(Real)[0];
        var bytes = Real.AsSpan(0, 2000).ToArray();
        for (var length = 0; length < bytes.Length; length++)
        {
            var recordings = Read(bytes[..length]);
            var ends = bytes.AsSpan(0, length).Count((byte)'\n');
            if (recordings.Count == 0)
            {
                Assert.Equal(0, ends);
                continue;
            }

            var recording = Assert.Single(recordings);
            Assert.InRange(recording.Collections.Count, ends, ends + 1);
            for (var i = 0; i < recording.Pauses.Count; i++) Assert.Equal(whole.Pauses[i], recording.Pauses[i]);
            var begun = bytes.AsSpan(0, length)[(bytes.AsSpan(0, length).LastIndexOf((byte)'\n') + 1)..];
            if (begun.IndexOf("s "u8) > 0)
            {
                Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("may be truncated", StringComparison.Ordinal));
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void GctraceHostile_AnyChunking_GivesTheSameRecording(int seed)
    {
        var whole = Samples.Describe(Read(Real));
        Assert.Equal(whole, Samples.Describe(new GctraceReader().Read(new TricklingStream(Real, seed), new ReadContext(["x"]))));
        var crlf = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(Real).Replace("\n", "\r\n", StringComparison.Ordinal));
        Assert.Equal(whole, Samples.Describe(Read(crlf)));
        Assert.Equal(whole, Samples.Describe(Samples.Of(Real)));
    }

    [Fact]
    public void GctraceHostile_SameTextTwice_IsTwoProcesses()
    {
        var once = Samples.Describe(Read(Real));
        Assert.Equal(once + once, Samples.Describe(Read([.. Real, .. Real])));
        var lineByLine = string.Concat(
            Encoding.UTF8.GetString(Real).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => $"{line}\n{line}\n"));
        Assert.Equal(once + once, Samples.Describe(Read(Encoding.UTF8.GetBytes(lineByLine))));
    }

    [Fact]
    public void GctraceHostile_DamagedBytes_DoNotThrow()
    {
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var bytes = (byte[])Real.Clone();
            for (var i = random.Next(1, 60); i > 0; i--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            foreach (var recording in Read(bytes))
            {
                Assert.All(recording.Pauses, pause => Assert.True(pause.DurationNanoseconds >= 0));
                Assert.All(recording.Collections, collection => Assert.True(collection.EndNanoseconds >= collection.StartNanoseconds));
            }
        }
    }

    [Theory]
    [InlineData("gc 99999999999999999999 @0.1s 3%: 0+0+0 ms clock, 0+0/0/0+0 ms cpu, 1->1->1 MB, 1 MB goal, 1 P\n")]
    [InlineData("gc 1 @99999999999999999.1s 3%: 0+0+0 ms clock, 0+0/0/0+0 ms cpu, 1->1->1 MB, 1 MB goal, 1 P\n")]
    [InlineData("gc 1 @0.1s 3%: 999999999999999999+0+0 ms clock, 0+0/0/0+0 ms cpu, 1->1->1 MB, 1 MB goal, 1 P\n")]
    [InlineData("gc 1 @0.1s 3%: 0+0+0 ms clock, 0+0/0/0+0 ms cpu, 1->-1->1 MB, 1 MB goal, 1 P\n")]
    [InlineData("gc 1 @0.1s 3%: 0+0+0+0 ms clock, 0+0/0/0+0 ms cpu, 1->1->1 MB, 1 MB goal, 1 P\n")]
    [InlineData("gc 1 @0.1s 3%: 0+0+0+0+0+0+0+0 ms clock, 0+0/0/0+0 ms cpu, 1->1->1 MB, 1 MB goal, 1 P\n")]
    [InlineData("gc0(2): 1+1+0 ms, 1 -> 1 MB 1 -> 1 (1-1) objects\n")]
    public void GctraceHostile_ImpossibleLines_AreIgnored(string text)
    {
        Assert.Empty(Read(Encoding.UTF8.GetBytes(text)));
        Assert.False(GctraceReader.Recognises(Encoding.UTF8.GetBytes(text)));
    }

    [Fact]
    public void GctraceHostile_BrokenLines_AreCountedAndKept()
    {
        var text = "gc 1 @0.1s 3%: 0.02+1.1+0.01 ms clock, 0.18+0.05/2.2/4.5+0.11 ms cpu, 4->5->4 MB, 5 MB goal, 8 P\n"
            + "gc 2 @0.2s 3%: 0.02+1.1+0.01 ms clo2026/11/21 hello\n";
        var recording = Assert.Single(Samples.Of(text));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        Assert.Equal(2, Assert.Single(recording.Coverage.Examples).Number);
    }

    [Fact]
    public void GctraceHostile_DiskError_GivesANote()
    {
        var recording = Assert.Single(
            new GctraceReader().Read(new TricklingStream(Real, 1, 4096, new IOException("bad sector")), new ReadContext(["x"])));
        Assert.True(recording.Coverage.Unreadable);
        Assert.Equal(Read(Real)[0].Collections.Count, recording.Collections.Count);
    }

    [Fact]
    public void GctraceHostile_Lines_AllocateNoStrings()
    {
        var lines = new byte[8 << 20];
        var line = "2026/11/21 12:00:00 request served in 3 ms, gc is a word, and so is gcc\n"u8;
        for (var at = 0; at + line.Length <= lines.Length; at += line.Length) line.CopyTo(lines.AsSpan(at));
        var reader = new GctraceReader();
        var before = GC.GetAllocatedBytesForCurrentThread();
        reader.Read(new MemoryStream(lines), new ReadContext(["x"]));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 4 * Limits.BlockBytes);
    }

    private static IReadOnlyList<Recordings.Recording> Read(byte[] bytes) =>
        new GctraceReader().Read(new MemoryStream(bytes), new ReadContext(["x"]));
}
