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

    private static string Template { get; } =
        File.ReadAllText(RepositoryFolder.File("src", "Unpause.Reports", "Html", "document.html"));

    private static string Written(Action<Stream> json, Action<Stream> text)
    {
        using var stream = new MemoryStream();
        DocumentPage.Write(json, text, stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
