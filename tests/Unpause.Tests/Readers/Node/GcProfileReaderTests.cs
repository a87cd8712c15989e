using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Node;

/// <summary>Profiles of v8.GCProfiler.</summary>
public class GcProfileReaderTests
{
    /// <summary>Counted by another expression over the raw text.</summary>
    [Fact]
    public void GcProfileReader_RealProfile_HasEachCost()
    {
        var text = Encoding.UTF8.GetString(NodeSamples.Bytes("profile-node20.gz"));
        var costs = Regex.Matches(text, @"""gcType"":""(?:Scavenge|MarkSweepCompact)"".*?""cost"":([\d.]+)")
            .Select(match => Math.Round(double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture) * 1000));
        var recording = Assert.Single(Samples.Of(text));
        Assert.Equal(costs, recording.Pauses.Select(pause => (double)pause.DurationNanoseconds));
        Assert.All(recording.Pauses, pause => Assert.False(pause.HasTime));
        Assert.All(recording.Collections, each => Assert.True(each.HeapBeforeBytes > 0 && each.HeapAfterBytes > 0 && each.Cause is null));
        Assert.Equal((NodeFormats.Profile, Runtimes.Node), (recording.Source.Format, recording.Source.Runtime));
        Assert.NotNull(recording.Clock.StartedAt);
        Assert.True(recording.DurationNanoseconds > 0);
    }

    [Fact]
    public void GcProfileReader_CutAnywhere_KeepsWhatIsWhole()
    {
        var bytes = NodeSamples.Bytes("profile-node20.gz");
        var (most, last) = (Assert.Single(Samples.Of(bytes)).Pauses.Count, 0);
        for (var length = 4000; length < bytes.Length - 1; length += 37)
        {
            var recording = Assert.Single(Samples.Of(bytes[..length]));
            Assert.InRange(recording.Pauses.Count, last, most);
            Assert.True(recording.Coverage.Unreadable);
            last = recording.Pauses.Count;
        }
    }
}
