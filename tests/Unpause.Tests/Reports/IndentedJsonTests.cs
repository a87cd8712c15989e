using System.Text;
using System.Text.Json.Nodes;
using Unpause.Reports.Documents.Json;

namespace Unpause.Tests.Reports;

/// <summary>Long rows of numbers do not hide what people read.</summary>
public class IndentedJsonTests
{
    [Theory]
    [InlineData("""{"a":[1,-2,3.5],"b":[]}""", "{\n  \"a\": [1,-2,3.5],\n  \"b\": []\n}\n")]
    [InlineData("""[[null,1],["x","[1"]]""", "[\n  [null,1],\n  [\n    \"x\",\n    \"[1\"\n  ]\n]\n")]
    [InlineData("""[null,"a ] b"]""", "[null,\"a ] b\"]\n")]
    [InlineData("""{"histogram":{"all":{"counts":[7]},"blocks":[{"index":0}]},"z":{"c":1}}""",
        "{\n  \"histogram\": {\"all\":{\"counts\":[7]},\"blocks\":[{\"index\":0}]},\n  \"z\": {\n    \"c\": 1\n  }\n}\n")]
    [InlineData("""{"t":"\"histogram\": { [ 1","u":{"v":"["}}""",
        "{\n  \"t\": \"\\u0022histogram\\u0022: { [ 1\",\n  \"u\": {\n    \"v\": \"[\"\n  }\n}\n")]
    [InlineData("""{"histogram":null,"n":[{"histogram":{"a":1}}]}""",
        "{\n  \"histogram\": null,\n  \"n\": [\n    {\n      \"histogram\": {\"a\":1}\n    }\n  ]\n}\n")]
    public void Write_Value_PutsNumbersAndHistogramsOnOneLine(string json, string expected) => Assert.Equal(expected, Written(json));

    /// <summary>Wherever its output is cut into blocks, it is the same JSON.</summary>
    [Fact]
    public void Write_LongDocument_KeepsEveryValue()
    {
        var rows = string.Join(',', Enumerable.Range(0, 4000).Select(
            at => $$$"""{"name":"{{{new string('x', at % 37)}}}[","histogram":{"counts":[{{{at}}},2]},"empty":[],"n":[[{{{at}}}],{}]}"""));
        var written = Written($"[{rows}]");
        Assert.Equal($"[{rows}]", JsonNode.Parse(written)!.ToJsonString());
        Assert.Equal(4000, written.Split("\"histogram\": {\"counts\":[").Length - 1);
    }

    private static string Written(string json)
    {
        using var output = new MemoryStream();
        IndentedJson.Write(output, writer => JsonNode.Parse(json)!.WriteTo(writer));
        return Encoding.UTF8.GetString(output.ToArray());
    }
}
