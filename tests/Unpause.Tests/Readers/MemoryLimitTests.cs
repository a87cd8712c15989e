using System.IO.Compression;
using System.Text;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Requests;

namespace Unpause.Tests.Readers;

/// <summary>Inputs larger than the memory limit: reading ends, what was kept is whole, and a note reports it.</summary>
public sealed class MemoryLimitTests
{
    private const int Lines = 60_000;
    private const long Most = 1_500_000;
    private const string Unified = "[{0}.000s][info][gc] GC({0}) Pause Young (Normal) (G1 Evacuation Pause) 10M->5M(20M) 0.500ms";

    public static TheoryData<string> Hostile { get; } =
    [
        Unified,
        "{0}.000: [GC (Allocation Failure)  10240K->5120K(20480K), 0.0005000 secs]",
        "gc {1} @{0}.000s 0%: 0.018+1.2+0.003 ms clock, 0.14+0.33/1.1/0+0.027 ms cpu, 4->4->2 MB, 5 MB goal, 8 P",
        "gc: collecting generation 0...\ngc: objects in each generation: 700 0 0\n"
            + "gc: done, 1 unreachable, 0 uncollectable, 0.0001s elapsed",
    ];

    [Theory]
    [MemberData(nameof(Hostile))]
    public void MemoryLimit_MemoryFull_EndsReadingWithANote(string line)
    {
        var whole = Assert.Single(Load(line, long.MaxValue).Recordings);
        Assert.False(whole.Coverage.Unreadable);
        var cut = Assert.Single(Load(line, Most).Recordings);
        Assert.True(cut.Coverage.Unreadable);
        Assert.Contains(
            cut.Coverage.Notes,
            note => note.Text.Contains(new MemoryLimit(Most).Reason, StringComparison.Ordinal)
                && note.Text.Contains("topped at line", StringComparison.Ordinal));
        Assert.InRange(cut.Collections.Count, 1000, whole.Collections.Count - 1000);
        Assert.All(cut.Pauses, pause => Assert.InRange(pause.Collection, 0, cut.Collections.Count - 1));
    }

    [Fact]
    public void MemoryLimit_LaterInputs_AreLeftOutWithANote()
    {
        var bomb = Packed("first", Unified, Lines);
        var loaded = new RecordingLoader(RuntimeTable.Default, new MemoryLimit(Most)).Load([bomb, Packed("second", Unified, 10)]);
        Assert.Single(loaded.Recordings);
        var left = Assert.Single(loaded.Unread);
        Assert.Equal(("second", InputFault.LeftOut), (left.Name, left.Fault));
    }

    [Fact]
    public void MemoryLimit_Requests_EndToo()
    {
        var log = Packed("access.log", "10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] \"GET / HTTP/1.1\" 200 1 \"-\" \"-\" 0.001", Lines);
        var whole = new RequestLoader(new RequestOptions(), new MemoryLimit(long.MaxValue)).Load([log]);
        var cut = new RequestLoader(new RequestOptions(), new MemoryLimit(1_000_000)).Load([log]);
        Assert.True(Assert.Single(cut.Sets).Coverage.Unreadable);
        Assert.InRange(cut.Sets[0].Requests.Count, 1000, Assert.Single(whole.Sets).Requests.Count - 1000);
    }

    private static LoadedRecordings Load(string line, long most) =>
        new RecordingLoader(RuntimeTable.Default, new MemoryLimit(most)).Load([Packed("bomb", line, Lines)]);

    private static RecordingInput Packed(string name, string line, int count) => new(name, () =>
    {
        var format = CompositeFormat.Parse(line + "\n");
        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        using (var text = new StreamWriter(gzip))
        {
            for (var i = 0; i < count; i++) text.Write(string.Format(System.Globalization.CultureInfo.InvariantCulture, format, i, i + 1));
        }

        packed.Position = 0;
        return packed;
    });
}
