using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Unpause.Reports.Html;

namespace Unpause.Tests.Reports.Html;

/// <summary>The page of a cost model, of cycles or of a comparison: a JSON document in a built file.</summary>
public class DocumentPageTests
{
    private const string Hostile = "</script><img src=x onerror=alert(1)><!--<script>&amp;\u2028";

    [Fact]
    public void DocumentPage_HostileText_StaysText()
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(new { schema = "unpause.model/1", text = Hostile });
        var page = Written(output => output.Write(json), output => output.Write(Encoding.UTF8.GetBytes($"first line\n{Hostile}")));
        Assert.Equal(Template.Split("<script").Length, page.Split("<script").Length);
        Assert.Equal(Template.Split("</script").Length, page.Split("</script").Length);
        Assert.DoesNotContain("<img", page, StringComparison.Ordinal);
        Assert.Contains("<div id=\"page\"><pre>first line\n&lt;/script&gt;&lt;img src=x", page, StringComparison.Ordinal);
        var embedded = Regex.Match(page, "type=\"application/json\">(.*?)</script>", RegexOptions.Singleline).Groups[1].Value;
        Assert.Equal(Hostile, JsonElement.Parse(embedded).GetProperty("text").GetString());
    }

    [Fact]
    public void DocumentPage_IndentedJson_IsCompact()
    {
        var page = Written(output => output.Write("{\n  \"a\": [\n    1,\n    2\n  ]\n}\n"u8), _ => { });
        Assert.Contains("\"application/json\">{\"a\":[1,2]}</script>", page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("script", "script-src")]
    [InlineData("style", "style-src")]
    public void DocumentPage_Policy_HasTheHash(string element, string directive)
    {
        var content = Regex.Match(Template, $"<{element}(?: type=\"module\")?>(.*?)</{element}>", RegexOptions.Singleline).Groups[1].Value;
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(content)));
        Assert.Contains($"{directive} 'sha256-{hash}'", Template, StringComparison.Ordinal);
    }

    /// <summary>
    /// Six kinds of documents and the shell of the report, with the search, the saved images and tables, and the list of keys.
    /// </summary>
    [Fact]
    public void DocumentPage_Empty_IsSmall() => Assert.InRange(Template.Length, 1, 110_000);

    /// <summary>A page of a model does not carry the views of a fleet, nor the other way round.</summary>
    [Theory]
    [InlineData("unpause.fleet/1", true)]
    [InlineData("unpause.canary/1", true)]
    [InlineData("unpause.model/1", false)]
    [InlineData(null, false)]
    public void Write_ByItsSchema_UsesTheDocumentsOwnPage(string? schema, bool isFleet)
    {
        using var page = new MemoryStream();
        DocumentPage.Write(json => JsonSerializer.Serialize(json, new { schema }), _ => { }, page);
        var policy = isFleet ? PolicyOf(FleetTemplate) : PolicyOf(Template);
        Assert.Equal(policy, PolicyOf(Encoding.UTF8.GetString(page.ToArray())));
        Assert.NotEqual(PolicyOf(Template), PolicyOf(FleetTemplate));
    }

    [Fact]
    public void FleetPage_Empty_IsSmall() => Assert.InRange(FleetTemplate.Length, 1, 75_000);

    private static string PolicyOf(string page) => Regex.Match(page, "default-src [^\"]*").Value;

    private static string FleetTemplate { get; } =
        File.ReadAllText(RepositoryFolder.File("src", "Unpause.Reports", "Html", "fleet.html"));

    private static string Template { get; } =
        File.ReadAllText(RepositoryFolder.File("src", "Unpause.Reports", "Html", "document.html"));

    private static string Written(Action<Stream> json, Action<Stream> text)
    {
        using var stream = new MemoryStream();
        DocumentPage.Write(json, text, stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
