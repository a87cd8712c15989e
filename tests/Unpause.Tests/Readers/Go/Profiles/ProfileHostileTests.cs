using System.Diagnostics;
using System.IO.Compression;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports.Pprof;

namespace Unpause.Tests.Readers.Go.Profiles;

/// <summary>Whatever a profile's bytes, there is a recording or a plain reason, and no more memory than its bounds allow.</summary>
public class ProfileHostileTests
{
    private static byte[] Real
    {
        get
        {
            using var packed = File.OpenRead(RepositoryFolder.File("samples", "go", "profiles", "go1.26", "allocs-2.pb.gz"));
            using var gzip = new GZipStream(packed, CompressionMode.Decompress);
            using var plain = new MemoryStream();
            gzip.CopyTo(plain);
            return plain.ToArray();
        }
    }

    [Fact]
    public void ProfileReader_CutAnywhere_GivesARecordingOrAReason()
    {
        var real = Real;
        for (var length = 0; length < real.Length; length += 7) AssertAnswered(real[..length]);
    }

    [Fact]
    public void ProfileReader_AnyByteChanged_GivesARecordingOrAReason()
    {
        var real = Real;
        var random = new Random(1);
        for (var i = 0; i < 2000; i++)
        {
            var changed = real.ToArray();
            changed[random.Next(changed.Length)] = (byte)random.Next(256);
            AssertAnswered(changed);
        }
    }

    [Fact]
    public void ProfileReader_TruncatedGzip_IsDamaged()
    {
        var packed = File.ReadAllBytes(RepositoryFolder.File("samples", "go", "profiles", "go1.26", "allocs-2.pb.gz"));
        var unread = Assert.Single(Load(packed[..(packed.Length / 2)]).Unread);
        Assert.Equal(InputFault.Damaged, unread.Fault);
    }

    [Fact]
    public void ProfileReader_GzipBomb_IsRefusedAtTheLimit()
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write([0x0a, 4, 8, 1, 0x10, 2, 0x0a, 4, 8, 3, 0x10, 4]);
            // A string as long as may be, of zeros: some hundred KB packed.
            gzip.Write([0x32, 0xff, 0xff, 0xff, 0xff, 0x07]);
            var zeros = new byte[1 << 20];
            for (var i = 0; i <= Limits.ProfileBytes >> 20; i++) gzip.Write(zeros);
        }

        var unread = Assert.Single(Load(packed.ToArray()).Unread);
        Assert.Contains("larger than 256 MiB unpacked", unread.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void ProfileReader_UnknownIdsAndStrings_AreCounted()
    {
        var profile = Begin();
        // A missing place, then one with a missing function, then one with a missing name.
        var recording = Assert.Single(Load(With(
            profile,
            new ProfileMessage().Add(2, Sample([99], 10)).Add(2, Sample([7], 20)).Add(2, Sample([8], 40))
                .Add(4, Place(7, 55)).Add(4, Place(8, 56)).Add(5, new ProfileMessage().Add(1, 56).Add(2, 1_000_000)))).Recordings);
        Assert.Equal(70 + 1, recording.Allocations!.Sites.Sum(site => site.Bytes));
        Assert.Contains(
            recording.Coverage.Notes, note => note.Unreadable && note.Text.StartsWith("3 references", StringComparison.Ordinal));
    }

    [Fact]
    public void ProfileReader_NegativeValues_AreLeftOutWithANote()
    {
        var recording = Assert.Single(Load(With(Begin(), new ProfileMessage().Add(2, Sample([1], -5)))).Recordings);
        Assert.Equal(1, recording.Allocations!.Sites.Sum(site => site.Bytes));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("1 value below zero", StringComparison.Ordinal));
    }

    [Fact]
    public void ProfileReader_HugeValues_DoNotOverflow()
    {
        var huge = new ProfileMessage().Add(2, Sample([1], long.MaxValue)).Add(2, Sample([1], long.MaxValue));
        Assert.Equal(long.MaxValue, Assert.Single(Load(With(Begin(), huge)).Recordings).Allocations!.Sites.Max(site => site.Bytes));
    }

    [Fact]
    public void ProfileReader_SampleWithTooFewValues_IsDamaged()
    {
        var recording = Assert.Single(Load(With(Begin(), new ProfileMessage().Add(2, new ProfileMessage().Add(1, [1L])))).Recordings);
        Assert.Contains(recording.Coverage.Notes, note => note.Unreadable && note.Text.StartsWith("1 unreadable sample ",
            StringComparison.Ordinal));
    }

    [Fact]
    public void ProfileReader_MillionSamples_TakesSecondsAndKeepsAllSites()
    {
        var profile = Begin();
        for (var i = 0; i < 1_000_000; i++)
        {
            profile.AddSample([$"main.f{i % 30_000}", $"main.g{i % 7}", "main.main", "runtime.main"], [1L, 100L]);
        }

        var bytes = Bytes(profile);
        var watch = Stopwatch.StartNew();
        var recording = Assert.Single(Load(bytes).Recordings);
        Assert.InRange(watch.Elapsed.TotalSeconds, 0, 20);
        Assert.Equal(100_000_000 + 1, recording.Allocations!.Sites.Sum(site => site.Bytes));
        Assert.Equal(Limits.AllocationSites + 1, recording.Allocations.Sites.Count);
    }

    [Fact]
    public void ProfileReader_OtherProfiles_AreRefusedWithAReason()
    {
        var profile = new PprofProfile();
        profile.AddType("contentions", "count");
        profile.AddType("delay", "nanoseconds");
        Assert.Contains("it is a profile of lock contention", Assert.Single(Load(Bytes(profile)).Unread).Reason, StringComparison.Ordinal);
        var other = new PprofProfile();
        other.AddType("alloc_objects", "count");
        other.AddType("alloc_space", "bytes");
        other.AddSample(["malloc"], [1L, 1L]);
        Assert.Contains("not of a Go program", Assert.Single(Load(Bytes(other)).Unread).Reason, StringComparison.Ordinal);
    }

    private static PprofProfile Begin()
    {
        var profile = new PprofProfile();
        profile.AddType("alloc_objects", "count");
        profile.AddType("alloc_space", "bytes");
        profile.AddSample(["runtime.main"], [1L, 1L]);
        return profile;
    }

    private static ProfileMessage Sample(IEnumerable<long> places, long bytes) => new ProfileMessage().Add(1, places).Add(2, [1L, bytes]);

    private static ProfileMessage Place(long id, long function) =>
        new ProfileMessage().Add(1, id).Add(4, new ProfileMessage().Add(1, function));

    private static byte[] With(PprofProfile profile, ProfileMessage more) => [.. Bytes(profile), .. more.Bytes];

    private static byte[] Bytes(PprofProfile profile)
    {
        using var bytes = new MemoryStream();
        profile.Write(bytes, "/made", "alloc_space");
        return bytes.ToArray();
    }

    private static LoadedRecordings Load(byte[] bytes) =>
        RuntimeTable.Default.Load([new RecordingInput("unknown", () => new MemoryStream(bytes))]);

    private static void AssertAnswered(byte[] bytes)
    {
        var loaded = Load(bytes);
        Assert.Equal(1, loaded.Recordings.Count + loaded.Unread.Count);
        if (loaded.Unread is [var unread]) Assert.NotEmpty(unread.Reason);
    }
}
