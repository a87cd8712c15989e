using System.Globalization;
using System.IO.Compression;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Following;

namespace Unpause.Tests.Following;

/// <summary>What is followed while it is written has the wall times that the report gives the whole file.</summary>
public sealed class WallTimeTests
{
    [Theory]
    [InlineData("samples", "jvm", "g1-jdk25.log")]
    [InlineData("samples", "go", "catalog-watched.stops")]
    [InlineData("samples", "python", "collects.upgc")]
    [InlineData("samples", "dotnet", "web.nettrace.gz")]
    public void Stops_OfAFollowedFile_EndWhenTheReportSays(params string[] path)
    {
        var bytes = Read(path);
        var recording = Assert.Single(Samples.Of(bytes));
        var zero = UnixTime.Nanoseconds(recording.Clock.StartedAt!.Value);
        // Of .NET a pause ends before its threads run again; where stops are recorded, they are what is felt.
        var kind = recording.Stops is null ? SeenKind.Pause : SeenKind.Stop;
        var ends = (recording.Stops?.Select(stop => stop.StartNanoseconds + stop.DurationNanoseconds)
            ?? recording.Pauses.Select(pause => pause.EndNanoseconds)).Select(end => zero + end).Distinct().Order().ToList();

        var seen = Follow(bytes, path[^1]).Where(one => one.Kind == kind).Select(one => one.UnixNanoseconds!.Value).ToList();

        Assert.True(ends.Count > 3);
        // Wall clocks are in steps of 100 ns. What an interpreter collects at its exit is no pause of the report.
        Assert.All(ends, end => Assert.Contains(seen, one => Math.Abs(end - one) <= 100));
        Assert.InRange(seen.Distinct().Count(), ends.Count, ends.Count + 1);
    }

    [Fact]
    public void Collections_OfADotNetRecording_AreSeenOnceEach()
    {
        var bytes = Read("samples", "dotnet", "web.nettrace.gz");
        var expected = Assert.Single(Samples.Of(bytes)).Collections.GroupBy(one => one.Generation)
            .ToDictionary(group => group.Key!, group => group.Count());

        var seen = Follow(bytes, "web.nettrace").Where(one => one.Kind == SeenKind.Collection).GroupBy(one => one.Generation!);

        Assert.Equal(expected, seen.ToDictionary(group => group.Key, group => group.Count()));
    }

    /// <summary>A sample, unpacked; a JVM's log with the dates that the recorder has it write.</summary>
    private static byte[] Read(params string[] path)
    {
        using var source = File.OpenRead(RepositoryFolder.File(path));
        using Stream stream = path[^1].EndsWith(".gz", StringComparison.Ordinal)
            ? new GZipStream(source, CompressionMode.Decompress) : source;
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        if (!path[^1].EndsWith(".log", StringComparison.Ordinal)) return bytes.ToArray();
        var began = new DateTime(2026, 11, 28, 12, 0, 0, 250, DateTimeKind.Utc);
        var dated = Regex.Replace(Encoding.UTF8.GetString(bytes.ToArray()), @"^\[([0-9.]+)s\]", line =>
        {
            var at = began.AddSeconds(double.Parse(line.Groups[1].Value, CultureInfo.InvariantCulture));
            return $"[{at.ToString("yyyy-MM-dd'T'HH:mm:ss.fff", CultureInfo.InvariantCulture)}+0000]{line.Value}";
        }, RegexOptions.Multiline);
        return Encoding.UTF8.GetBytes(dated);
    }

    private static List<SeenStop> Follow(byte[] bytes, string name)
    {
        using var file = File.Open(Path.GetTempFileName(), new FileStreamOptions
            { Mode = FileMode.Create, Access = FileAccess.ReadWrite, Options = FileOptions.DeleteOnClose });
        file.Write(bytes);
        file.Position = 0;
        var seen = new List<SeenStop>();
        new FollowedRecording(seen.Add).Read(file, name.Replace(".gz", "", StringComparison.Ordinal), () => false);
        return seen;
    }
}
