using Unpause.Analysis.Settings;

namespace Unpause.Tests.Settings;

/// <summary>Any user file gives names and values, or an error with its position.</summary>
public class NamedValuesTests
{
    private const string Letters = " \t\r\n-:,[]{}&*!|>'\"%@`#?\\.<=~\0\u0085\u2028\uFEFFaé0\uD83D\uDE00";

    [Theory]
    [InlineData("a: [\n.", "line 1, column 4: invalid YAML after this position")]
    [InlineData("a: !![", "line 1, column 2: invalid YAML after this position")]
    public void Map_ParserErrorWithoutPosition_HasAPosition(string yaml, string error) =>
        Assert.Equal(error, Assert.Throws<YamlFault>(() => NamedValues.Map(yaml)).Message);

    /// <summary>A seeded fuzz test over short texts of characters that are special in YAML.</summary>
    [Fact]
    public void Map_RandomText_OnlyThrowsYamlFaults()
    {
        var random = new Random(5);
        var refused = 0;
        for (var round = 0; round < 100_000; round++)
        {
            var text = "a: " + string.Concat(Enumerable.Range(0, random.Next(1, 6)).Select(_ => Letters[random.Next(Letters.Length)]));
            try
            {
                Assert.NotEmpty(NamedValues.Map(text));
            }
            catch (YamlFault)
            {
                refused++;
            }
        }

        Assert.InRange(refused, 10_000, 99_999);
    }
}
