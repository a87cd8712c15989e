using System.Text.RegularExpressions;

namespace Unpause.Tests.House;

/// <summary>What a reader meets first: how long lines are, how full folders are, and that a name means one thing.</summary>
public class LayoutTests
{
    private const int LongestLine = 140;
    private const int FullFolder = 40;

    private static readonly string[] Folders = ["src", "tests", "bench", "labs", "libraries"];

    /// <summary>Lines of test data in raw texts are as long as the data.</summary>
    [Fact]
    public void Lines_AllSources_AreWithinTheLimit()
    {
        var sinners = new List<string>();
        foreach (var file in SourceFiles.In(Folders))
        {
            var raw = false;
            var count = 0;
            foreach (var line in File.ReadLines(file))
            {
                var quotes = line.Split("\"\"\"").Length - 1;
                if (line.Length > LongestLine && !raw && quotes == 0) count++;
                if (quotes % 2 == 1) raw = !raw;
            }

            if (count > 0) sinners.Add($"{SourceFiles.Relative(file)}: {count}");
        }

        SinnerList.Check("long-lines.txt", $"lines are at most {LongestLine} characters long", sinners);
    }

    [Fact]
    public void Folders_AllSources_HoldFewFiles()
    {
        var full = SourceFiles.In(Folders)
            .GroupBy(file => Path.GetDirectoryName(file)!, StringComparer.Ordinal)
            .Where(group => group.Count() > FullFolder);
        SinnerList.Check(
            "full-folders.txt",
            $"a folder holds at most {FullFolder} files beside each other",
            full.Select(group => SourceFiles.Relative(group.Key)));
    }

    [Fact]
    public void Types_AllNamespaces_HaveDistinctNames()
    {
        var twice = BuiltCode.All.Types
            .Where(type => !type.Generated && type.Namespace.StartsWith("Unpause", StringComparison.Ordinal)
                && !type.Name.Contains('+', StringComparison.Ordinal))
            .GroupBy(type => type.ShortName, StringComparer.Ordinal)
            .Where(group => group.Select(type => type.Namespace).Distinct(StringComparer.Ordinal).Count() > 1);
        SinnerList.Check(
            "same-names.txt",
            "one name, one type",
            twice.Select(group => string.Join(" and ", group.Select(type => type.Name).Order(StringComparer.Ordinal))));
    }

    /// <summary>A list of failed tests reads as a list of defects: subject, state, result.</summary>
    [Fact]
    public void TestNames_AllSuites_AreSubjectStateResult()
    {
        var other = new List<string>();
        foreach (var file in SourceFiles.In("tests", "libraries/tests"))
        {
            var isTest = false;
            foreach (var line in File.ReadLines(file))
            {
                isTest |= Regex.IsMatch(line, @"^    \[.*(Fact|Theory)\b");
                if (Regex.Match(line, @"^    public (?:async )?(?:void|Task|ValueTask) (\w+)\(") is not { Success: true } method) continue;
                if (isTest && !Regex.IsMatch(method.Groups[1].Value, @"^\w+_\w+_\w+$"))
                    other.Add($"{SourceFiles.Relative(file)}: {method.Groups[1].Value}");
                isTest = false;
            }
        }

        Assert.Equal([], other);
    }
}
