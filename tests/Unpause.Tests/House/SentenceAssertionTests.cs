using System.Text.RegularExpressions;

namespace Unpause.Tests.House;

/// <summary>
/// Tests compare keys, kinds and numbers, so that a better wording breaks none of them. What wording must be is in a few golden tests.
/// </summary>
public partial class SentenceAssertionTests
{
    [Fact]
    public void Assertions_OnSentences_OnlyBecomeFewer() => SinnerList.Check(
        "sentence-assertions.txt",
        "compare keys, kinds, numbers or one word instead of three words in a row",
        SourceFiles.In("tests").Select(file => (Name: SourceFiles.Relative(file), Count: Sentence().Count(File.ReadAllText(file))))
            .Where(file => file.Count > 0).Select(file => $"{file.Name}: {file.Count}"));

    /// <summary>An assertion whose first argument is a text with three words of two letters or more in a row.</summary>
    [GeneratedRegex(
        """
        Assert\.(Contains|DoesNotContain|StartsWith|EndsWith|Matches|DoesNotMatch|Equal)\(
        \s*[$@]*"([^"\\\n]|\\.)*?(?<![\w-])[A-Za-z]{2,},?\x20[a-z]{2,},?\x20[a-z]{2,}(?![\w-])
        """,
        RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Sentence();
}
