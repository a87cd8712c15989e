using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Python;

/// <summary>Text of gc.DEBUG_STATS, real and made in the shapes of other versions.</summary>
public class DebugReaderTests
{
    private const string Sums = """
        /^gc: collecting generation/ { generation = substr($4, 1, 1) }
        /^gc: done/ { count[generation + 0]++; freed += $3 - $5; sub("s", "", $7); seconds += $7 }
        END { printf "%d %d %d %d %.4f\n", count[0], count[1], count[2], freed, seconds * 1000 }
        """;

    private static readonly byte[] Real = File.ReadAllBytes(RepositoryFolder.File("samples", "python", "debug-stats.txt"));

    [Fact]
    public void DebugReader_Sums_MatchAwk()
    {
        var recording = Assert.Single(Samples.Load("samples", "python", "debug-stats.txt"));
        var awk = Awk.Run(Sums, RepositoryFolder.File("samples", "python", "debug-stats.txt"));
        Assert.Equal("python-debug", recording.Source.Format);
        string[] generations = [Generations.Gen0, Generations.Gen1, Generations.Gen2];
        Assert.Equal(
            awk[..3],
            generations.Select(generation => (double)recording.Collections.Count(collection => collection.Generation == generation)));
        Assert.Equal((long)awk[3], recording.Collections.Sum(collection => collection.FreedObjects));
        Assert.Equal(awk[4], recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1e6, 4);
        Assert.Equal(100, recording.Collections[^1].FreedObjects);
        Assert.All(recording.Pauses, pause => Assert.False(pause.HasTime));
        Assert.Null(recording.DurationNanoseconds);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    [Theory]
    [InlineData("gc: done, 0.0003s elapsed.", 0L, 300_000L)]
    [InlineData("gc: done, 5 unreachable, 2 uncollectable, 0.0123s elapsed", 3L, 12_300_000L)]
    [InlineData("gc: done, 5 unreachable, 2 uncollectable", 3L, null)]
    public void DebugReader_EndOfEveryVersion_IsRead(string done, long freed, long? nanoseconds)
    {
        var recording = Assert.Single(Samples.Of($"gc: collecting generation 1...\ngc: objects in each generation: 8 701 5768\n{done}\n"));
        var collection = Assert.Single(recording.Collections);
        Assert.Equal((Generations.Gen1, freed, 8L), (collection.Generation, collection.FreedObjects, collection.AllocatedObjects));
        Assert.Equal(nanoseconds, recording.Pauses.Count == 0 ? null : recording.Pauses[0].DurationNanoseconds);
        Assert.Equal(
            nanoseconds is null,
            recording.Coverage.Notes.Any(note => note.Text.Contains("without their duration", StringComparison.Ordinal)));
    }

    [Fact]
    public void DebugReader_OverlappingCollections_HaveAGenerationOnlyIfEqual()
    {
        const string Done = "gc: done, 0 unreachable, 0 uncollectable, 0.0001s elapsed\n";
        var recording = Assert.Single(Samples.Of(
            "gc: collecting generation 0...\ngc: collecting generation 2...\n" + Done + Done
            + "gc: collecting generation 1...\ngc: collecting generation 1...\n" + Done + Done + Done));
        Assert.Equal(
            [null, Generations.Gen2, Generations.Gen1, Generations.Gen1, null],
            recording.Collections.Select(collection => collection.Generation));
    }

    [Fact]
    public void DebugReader_CutAtEveryByte_GivesTheSameOrANote()
    {
        var whole = Assert.Single(Read(Real));
        for (var length = 0; length < Real.Length; length++)
        {
            var recordings = Read(Real[..length]);
            if (recordings.Count == 0) continue;
            var pauses = recordings[0].Pauses;
            for (var i = 0; i < pauses.Count; i++) Assert.Equal(whole.Pauses[i], pauses[i]);
            Assert.InRange(recordings[0].Collections.Count, pauses.Count, pauses.Count + 1);
        }
    }

    [Fact]
    public void DebugReader_AnyChunking_GivesTheSameRecording()
    {
        var whole = Samples.Describe(Read(Real));
        Assert.Equal(whole, Samples.Describe(new DebugReader().Read(new TricklingStream(Real, 5), new ReadContext(["x"]))));
        Assert.Equal(
            whole,
            Samples.Describe(Read(Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(Real).Replace("\n", "\r\n", StringComparison.Ordinal)))));
        Assert.Equal(2 * Read(Real)[0].Pauses.Count, Read([.. Real, .. Real])[0].Pauses.Count);
    }

    [Fact]
    public void DebugReader_DamagedBytes_DoNotThrow()
    {
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var bytes = (byte[])Real.Clone();
            for (var i = random.Next(1, 40); i > 0; i--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            foreach (var recording in Read(bytes)) Assert.All(recording.Pauses, pause => Assert.True(pause.DurationNanoseconds >= 0));
        }
    }

    [Fact]
    public void DebugReader_BrokenStatements_AreCounted()
    {
        var recording = Assert.Single(Samples.Of(
            "gc: collecting generation 0...\ngc: done, 7 unreachable, many\ngc: done, 1 unreachable, 2 uncollectable, 0.1s elapsed\ngc: "
            + "collectable <list 0x7f>\ngc: collecting generation 5...\n"));
        Assert.Equal(3, recording.Coverage.LinesUnparsed);
    }

    private static IReadOnlyList<Recording> Read(byte[] bytes) => new DebugReader().Read(new MemoryStream(bytes), new ReadContext(["x"]));
}
