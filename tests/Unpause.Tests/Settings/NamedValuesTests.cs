using Unpause.Settings;

namespace Unpause.Tests.Settings;

/// <summary>Whatever a user's file holds: names and values, or a fault with its place.</summary>
public class NamedValuesTests
{
    private const string Letters = " \t\r\n-:,[]{}&*!|>'\"%@`#?\\.<=~\0\u0085\u2028\uFEFFaé0\uD83D\uDE00";

    [Theory]
    [InlineData("a: [\n.", "line 1, column 4: invalid YAML after this position")]
    [InlineData("a: !![", "line 1, column 2: invalid YAML after this position")]
    public void WhatTheParserCannotPlaceHasAPlaceAllTheSame(string yaml, string said) =>
        Assert.Equal(said, Assert.Throws<YamlFault>(() => NamedValues.Map(yaml)).Message);

    /// <summary>A seeded run over short texts of all characters that mean something in YAML.</summary>
    [Fact]
    public void OnlyFaultsAreThrown()
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
