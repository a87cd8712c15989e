using Unpause.Recordings.Words;
using static Unpause.Tests.Readers.Jvm.Jfr.JfrFile;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>Every encoding, by files written by hand.</summary>
public class JfrEncodingTests
{
    private const long Long = 10;
    private const long Text = 11;
    private const long Byte = 12;
    private const long Double = 13;
    private const long Pause = 20;
    private const long Collection = 21;
    private const long Cause = 22;
    private const long Odd = 23;

    private static readonly (long Id, string Name, (string Name, long Type, bool Constant, bool Array, string? Unit)[] Fields)[] Types =
    [
        (Long, "long", []), (Text, "java.lang.String", []), (Byte, "byte", []), (Double, "double", []),
        (Cause, "jdk.types.GCCause", [("cause", Text, false, false, null)]),
        (Odd, "app.Odd", [("flag", Byte, false, false, null), ("amount", Double, false, false, null), ("words", Text, false, true, null)]),
        (Pause, "jdk.GCPhasePause", [
            ("startTime", Long, false, false, "@TICKS"),
            ("odds", Odd, false, true, null),
            ("duration", Long, false, false, "MILLISECONDS"),
            ("gcId", Long, false, false, null),
            ("name", Text, false, false, null)
        ]),
        (Collection, "jdk.GarbageCollection", [
            ("startTime", Long, false, false, "@TICKS"),
            ("duration", Long, false, false, "TICKS"),
            ("gcId", Long, false, false, null),
            ("name", Text, false, false, null),
            ("cause", Cause, true, false, null),
            ("sumOfPauses", Long, false, false, "NANOSECONDS")
        ]),
    ];

    public static TheoryData<byte[], string> Names => new()
    {
        { Utf8("Größe"), "Größe" },
        { Latin1("Größe"), "Größe" },
        { Chars("Größe"), "Größe" },
        { Pooled(70_000), "pooled" },
        { [1], "" },
        { [0], "GC Pause" },
    };

    /// <summary>Found by tests/fuzz: fields behind the end were tried down to the greatest depth, each with all of its own.</summary>
    [Fact]
    public async Task JfrEncoding_RecursiveStruct_EndsAtTheMaximumDepth()
    {
        (string, long, bool, bool, string?)[] itself = [.. Enumerable.Repeat(("odd", Odd, false, false, (string?)null), 4)];
        var bytes = new JfrFile()
            .Event(Pause, Number(1_000), new byte[8])
            .Bytes([.. Types.Select(type => type.Id == Odd ? (Odd, type.Name, itself) : type.Id == Pause
                ? (Pause, type.Name, [.. type.Fields.Select(field => field with { Array = false })])
                : type)]);
        var read = await Task.Run(() => Tests.Samples.Of(bytes)).WaitAsync(TimeSpan.FromMinutes(1));
        Assert.Empty(read.SelectMany(recording => recording.Pauses));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void JfrEncoding_Strings_AreReadInEveryEncoding(byte[] encoded, string expected)
    {
        byte[] odd = [1, .. new byte[8], .. Number(2), .. Utf8("a"), 0];
        var bytes = new JfrFile()
            .Event(1, Number(0), Number(0), Number(0), [0], Number(1), Number(Text), Number(1), Number(70_000), Utf8("pooled"))
            .Event(Pause, Number(1_000 + 250), Number(2), odd, odd, Number(7), Number(3), encoded)
            .Bytes(Types);
        var recording = Assert.Single(Tests.Samples.Of(bytes));
        var pause = Assert.Single(recording.Pauses);
        Assert.Equal((250, 7_000_000, expected), (pause.StartNanoseconds, pause.DurationNanoseconds, pause.Name));
        Assert.Equal(3, recording.Collections[pause.Collection].Number);
        Assert.False(recording.Coverage.Unreadable);
        Assert.Equal(DateTimeOffset.FromUnixTimeSeconds(1_700_000_000), recording.Clock.StartedAt);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(1L << 55)]
    [InlineData((1L << 56) - 1)]
    [InlineData(1L << 56)]
    [InlineData(long.MaxValue)]
    [InlineData(-1)]
    [InlineData(long.MinValue)]
    public void JfrEncoding_Numbers_HaveSevenBitsPerByteAndEightInTheNinth(long value)
    {
        var cursor = new Unpause.Recordings.Readers.Jvm.Jfr.JfrCursor(Number(value), 0);
        Assert.Equal(value, cursor.Number());
        Assert.Equal((0, false), (cursor.Remaining, cursor.Failed));
        var cut = new Unpause.Recordings.Readers.Jvm.Jfr.JfrCursor(Number(value).AsSpan(1), 0);
        if (value is >= 0 and < 128) cut.Number();
        Assert.Equal(value is >= 0 and < 128, cut.Failed);
    }

    [Fact]
    public void JfrEncoding_MissingConstant_IsUnknown()
    {
        var bytes = new JfrFile()
            .Event(1, Number(0), Number(0), Number(0), [0], Number(1), Number(Cause), Number(1), Number(5), Utf8("System.gc()"))
            .Event(Collection, Number(2_000), Number(500), Number(0), Utf8("ParallelOld"), Number(5), Number(400))
            .Event(Collection, Number(9_000), Number(500), Number(1), Utf8("ParallelScavenge"), Number(6), Number(300))
            .Bytes(Types);
        var recording = Assert.Single(Tests.Samples.Of(bytes));
        Assert.Equal([Causes.Induced, null], recording.Collections.Select(collection => collection.Cause));
        Assert.Equal([Generations.Full, Generations.Young], recording.Collections.Select(collection => collection.Generation));
        // Without pauses of their own, blocking collections are their pauses.
        Assert.Equal(
            [("Pause Full", 400), ("Pause Young", 300)], recording.Pauses.Select(pause => (pause.Name, pause.DurationNanoseconds)));
    }

    [Fact]
    public void JfrEncoding_ImpossibleCounts_AreNotAllocated()
    {
        var huge = Number(long.MaxValue);
        byte[][] files =
        [
            new JfrFile().Event(1, Number(0), Number(0), Number(0), [0], huge, Number(Text), huge)
                .Event(Pause, Number(1), huge)
                .Bytes(Types),
            new JfrFile().Event(Pause, Number(1), huge, huge, huge, [3], huge).Bytes(Types),
            new JfrFile().Event(Pause, Number(1_000), Number(0), Number(1), Number(0), [4], huge).Bytes(Types),
            new JfrFile().Event(0, Number(0), Number(0), Number(1), huge).Bytes(Types),
        ];
        foreach (var file in files) Assert.True(Tests.Samples.Of(file).Sum(recording => recording.Pauses.Count) <= 1);
    }

    [Fact]
    public void JfrEncoding_RecursiveTypes_Terminate()
    {
        (long, string, (string, long, bool, bool, string?)[])[] types =
        [
            (Long, "long", []), (30, "app.Empty", []), (31, "app.Self", [("self", 31, false, false, null)]),
            (Pause, "jdk.GCPhasePause", [
                ("none", 30, false, true, null),
                ("self", 31, false, false, null),
                ("gcId", Long, false, false, null)
            ]),
        ];
        Assert.Empty(Tests.Samples.Of(new JfrFile().Event(Pause, Number(1L << 40), Number(1), Number(1)).Bytes(types)));
    }
}
