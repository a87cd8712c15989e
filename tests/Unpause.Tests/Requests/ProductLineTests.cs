using System.Globalization;
using System.Text;

namespace Unpause.Tests.Requests;

/// <summary>Every product of the table is read by its name, with its units and its moment, and survives what is done to it.</summary>
public sealed class ProductLineTests
{
    private static readonly string[] Hostile =
        ["", "-", "-1", "NaN", "Infinity", "1e400", "99999999999999999999", "9223372036854775807", "0", "\"", "\\", "&lol;", "\u0000"];

    public static TheoryData<int> Rows => [.. Enumerable.Range(0, ProductLines.All.Count)];

    [Theory]
    [MemberData(nameof(Rows))]
    public void ProductLine_RealLine_IsRead(int row)
    {
        var line = ProductLines.All[row];
        Assert.NotEmpty(line.Source);
        var set = Given.Set(line.Text);
        var request = Assert.Single(set.Requests);
        Assert.Equal(line.Format, set.Format);
        Assert.Equal(Nanoseconds(line.Start), request.StartUnixNanoseconds);
        Assert.Equal((long)Math.Round(line.Milliseconds * 1e6), request.DurationNanoseconds);
        Assert.Equal(line.Name, request.Name < 0 ? "" : set.Names[request.Name]);
        Assert.Equal(line.Stamp, set.Stamp);
        Assert.Equal(0, set.Coverage.LinesUnparsed);
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void ProductLine_LineCutAnywhere_GivesOneRequestOrNone(int row)
    {
        var text = ProductLines.All[row].Text;
        for (var length = 0; length < text.Length; length++)
        {
            Assert.True(Given.Load(text[..length]).Sets.Sum(set => set.Requests.Count) <= 1);
        }
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void ProductLine_HostileNumbers_GiveNoExceptionOrImpossibleTime(int row)
    {
        var text = ProductLines.All[row].Text;
        for (var at = 0; at < text.Length; at++)
        {
            if (!char.IsAsciiDigit(text[at]) || (at > 0 && char.IsAsciiDigit(text[at - 1]))) continue;
            var end = at;
            while (end < text.Length && (char.IsAsciiDigit(text[end]) || text[end] == '.')) end++;
            foreach (var value in Hostile)
            {
                foreach (var set in Given.Load(string.Concat(text.AsSpan(0, at), value, text.AsSpan(end))).Sets)
                {
                    Assert.All(set.Requests, request => Assert.True(
                        request.StartUnixNanoseconds >= 0 && request.DurationNanoseconds >= 0 && request.EndUnixNanoseconds >= 0));
                }
            }
        }
    }

    [Fact]
    public void ProductLine_NestedJmeterElements_DoNotRecurseOrCountTwice()
    {
        const int Depth = 200_000;
        var text = new StringBuilder("<testResults version=\"1.2\">\n");
        for (var i = 0; i < Depth; i++) text.Append("<httpSample t=\"1\" ts=\"1690288938130\" lb=\"a\">\n");
        for (var i = 0; i < Depth; i++) text.Append("</httpSample>\n");
        Assert.Single(Given.Set(text.Append("</testResults>").ToString()).Requests);

        // A transaction of two requests and one sampler that is no HTTP; entities are not expanded.
        var set = Given.Set("""
            <?xml version="1.0"?><!DOCTYPE testResults [<!ENTITY lol "lol"><!ENTITY big "&lol;&lol;&lol;">]>
            <testResults version="1.2">
            <sample t="300" ts="1690288938000" lb="buy">
              <httpSample t="100" ts="1690288938000" lb="GET /a &amp; b"/>
              <httpSample t="200" ts="1690288938100" lb="&big;"><httpSample t="50" ts="1690288938150" lb="inner"/></httpSample>
            </sample>
            <sample t="7" ts="1690288939000" lb="script"></sample>
            </testResults>
            """);
        Assert.Equal([100, 200, 7], set.Requests.Select(request => request.DurationNanoseconds / 1_000_000));
        Assert.Equal(["GET /a & b", "&big;", "script"], set.Requests.Select(request => set.Names[request.Name]).ToArray());
    }

    [Fact]
    public void ProductLine_RequestsWithoutADuration_AreCounted()
    {
        var set = Given.Set("""
            haproxy[1]: 10.0.1.2:1 [06/Feb/2009:12:14:14.655] in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 "GET /a HTTP/1.1"
            haproxy[1]: 10.0.1.2:1 [06/Feb/2009:12:14:14.655] in static/srv1 9/0/7/14/+30 200 +243 - - ---- 3/1/1/1/0 0/0 "GET /b HTTP/1.0"
            haproxy[1]: 10.0.1.2:1 [06/Feb/2009:12:14:14.655] in static/<NOSRV> -1/-1/-1/-1/5000 408 212 - - cR-- 1/1/1/1/0 0/0 "<BADREQ>"
            """);
        Assert.Equal([109, 5000], set.Requests.Select(request => request.DurationNanoseconds / 1_000_000));
        Assert.Contains(set.Coverage.Notes, note => note.Text.StartsWith("1 requests have no duration", StringComparison.Ordinal));
    }

    private static long Nanoseconds(string iso)
    {
        var time = DateTimeOffset.Parse(iso[..19] + "Z", CultureInfo.InvariantCulture);
        var fraction = iso[19..].Trim('.', 'Z').PadRight(9, '0');
        return ((time.UtcTicks - DateTime.UnixEpoch.Ticks) * 100) + long.Parse(fraction, CultureInfo.InvariantCulture);
    }
}
