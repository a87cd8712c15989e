using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>The moment of timestamps, and the same requests read the other way.</summary>
public sealed class StampTests
{
    private const long Second = 1_000_000_000;
    private const long At = 1_673_771_025 * Second;

    [Theory]
    [InlineData("start_s,duration_ms\n1673771025,250", TimestampMeaning.Start, TimestampMeaning.Start)]
    [InlineData("end_s,duration_ms\n1673771025,250", TimestampMeaning.End, TimestampMeaning.End)]
    [InlineData("timestamp_s,duration_ms\n1673771025,250", TimestampMeaning.Unknown, TimestampMeaning.Start)]
    [InlineData("start_s,end_s\n1673771025,1673771026", TimestampMeaning.Both, TimestampMeaning.Both)]
    [InlineData("""{"msec":1673771025.000,"request":"GET /a HTTP/1.1","request_time":0.250}""", TimestampMeaning.End, TimestampMeaning.End)]
    [InlineData("""[2023-01-15T08:23:45.000Z] "GET /a HTTP/2" 204 - 154 0 226 100 "-" """, TimestampMeaning.Start, TimestampMeaning.Start)]
    public void Stamp_FormatsAndColumns_DefineTheMoment(string text, TimestampMeaning said, TimestampMeaning readAs)
    {
        var set = Given.Set(text);
        Assert.Equal((said, readAs), (set.Stamp, set.StampsReadAs));
    }

    [Fact]
    public void Stamp_OtherReading_MovesRequestsByTheirDurations()
    {
        var set = Given.Set("timestamp_s,duration_ms\n1673771025,250\n0,5000\n1673771026,500");
        var ends = set.ReadingStampsAs(TimestampMeaning.End);
        Assert.Equal([At - (Second / 4), At + (Second / 2)], ends.Requests.Select(request => request.StartUnixNanoseconds));
        Assert.Equal((TimestampMeaning.Unknown, TimestampMeaning.End), (ends.Stamp, ends.StampsReadAs));
        var back = ends.ReadingStampsAs(TimestampMeaning.Start);
        Assert.Equal([At, At + Second], back.Requests.Select(request => request.StartUnixNanoseconds));
        Assert.Same(back, back.ReadingStampsAs(TimestampMeaning.Start));
        Assert.Equal(3, set.Requests.Count);
    }

    [Fact]
    public void Stamp_UsersChoice_TakesPrecedence()
    {
        var set = Given.Set("start_s,duration_ms\n1673771025,250", new RequestOptions { Stamps = TimestampMeaning.End });
        Assert.Equal((TimestampMeaning.End, TimestampMeaning.End), (set.Stamp, set.StampsReadAs));
        Assert.Equal(At, Assert.Single(set.Requests).EndUnixNanoseconds);
    }
}
