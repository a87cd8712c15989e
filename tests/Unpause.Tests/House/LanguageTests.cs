using System.Text.RegularExpressions;

namespace Unpause.Tests.House;

/// <summary>Texts for people use the terms of the field and short sentences. Each list of exceptions may only shrink.</summary>
public partial class LanguageTests
{
    private const int MaxWords = 40;

    /// <summary>Rooms that write for people: literals of the sources, YAML of the settings, the page, the documents.</summary>
    private static readonly string[] Documents = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "ARCHITECTURE.md"];

    [Fact]
    public void Texts_ForPeople_AvoidBannedWords() => SinnerList.Check(
        "banned-words.txt",
        "use the terms of the field (docs: CONTRIBUTING.md)",
        Texts().SelectMany(text => Banned().Matches(text.Text).Select(match => $"{text.File}: {match.Value.ToLowerInvariant()}")));

    [Fact]
    public void Sentences_ForPeople_AreShort() => SinnerList.Check(
        "long-sentences.txt",
        $"a sentence has at most {MaxWords} words",
        Texts().Where(text => text.File.EndsWith(".cs", StringComparison.Ordinal))
            .SelectMany(text => End().Split(text.Text).Select(sentence => (text.File, Words: Blank().Split(sentence.Trim()).Length)))
            .Where(sentence => sentence.Words > MaxWords)
            .Select(sentence => $"{sentence.File}: {sentence.Words}"));

    private static IEnumerable<(string File, string Text)> Texts()
    {
        foreach (var file in SourceFiles.In("src"))
        {
            var code = Comment().Replace(File.ReadAllText(file), "");
            var joined = Joint().Replace(code, "");
            foreach (Match literal in Literal().Matches(joined))
            {
                yield return (SourceFiles.Relative(file), Hole().Replace(literal.Value, "0"));
            }
        }

        var documents = Documents.Select(name => RepositoryFolder.File(name))
            .Concat(Directory.GetFiles(RepositoryFolder.File("docs"), "*.md"))
            .Concat(Directory.GetFiles(RepositoryFolder.File("src", "Unpause.Analysis", "Settings"), "*.yaml"));
        foreach (var file in documents) yield return (SourceFiles.Relative(file), Hole().Replace(File.ReadAllText(file), "0"));
    }

    [GeneratedRegex(
        @"\b(told|tells?|untold|stood still|stands? still|held by|holders?|at the door|as chance|laid (over|beside)|newcomers?|time back|"
        + @"strangers?|how sure|known faults?|come to a halt|coming to a halt|held up)\b",
        RegexOptions.IgnoreCase)]
    private static partial Regex Banned();

    [GeneratedRegex(@"(?<=[.!?;])\s|\n\s*\n|\n\s*[-|#]")]
    private static partial Regex End();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blank();

    [GeneratedRegex(@"^\s*//.*$", RegexOptions.Multiline)]
    private static partial Regex Comment();

    // A text that goes on in the next literal is one text.
    [GeneratedRegex("""(?<!\\)"\s*\+\s*\$?"(?!")""")]
    private static partial Regex Joint();

    [GeneratedRegex(""""
        (?<!["\\'])"(?:[^"\\\n]|\\.)*"(?!")
        """", RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Literal();

    [GeneratedRegex(@"\{[^{}\n]*\}")]
    private static partial Regex Hole();
}
