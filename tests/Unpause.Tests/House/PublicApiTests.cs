using System.Text;

namespace Unpause.Tests.House;

/// <summary>The public API of the libraries is approved line by line: users' programs depend on it.</summary>
public class PublicApiTests
{
    /// <summary>After a change that is meant: UNPAUSE_HOUSE=write dotnet test tests/Unpause.Tests --filter PublicApiTests.</summary>
    [Fact]
    public void PublicApi_Assemblies_EqualTheApprovedList()
    {
        var path = RepositoryFolder.File("tests", "Unpause.Tests", "House", "public-api.txt");
        var now = Text();
        if (SinnerList.Writes) File.WriteAllText(path, now);
        var approved = File.Exists(path) ? File.ReadAllText(path) : "";
        var lines = approved.Split('\n').ToHashSet(StringComparer.Ordinal);
        var added = now.Split('\n').Where(line => !lines.Contains(line)).ToList();
        lines = [.. now.Split('\n')];
        var gone = approved.Split('\n').Where(line => !lines.Contains(line)).ToList();
        Assert.True(
            now == approved, $"public-api.txt differs: new\n{string.Join('\n', added.Take(40))}\ngone\n{string.Join('\n', gone.Take(40))}");
    }

    private static string Text()
    {
        var code = BuiltCode.All;
        var text = new StringBuilder();
        foreach (var assembly in code.Types.Where(type => type.Assembly is "Unpause.Collections" or "Unpause.IO")
            .GroupBy(type => type.Assembly, StringComparer.Ordinal))
        {
            text.Append("# ").Append(assembly.Key).Append('\n');
            foreach (var type in assembly.Where(type => !type.Name.Contains('<', StringComparison.Ordinal) && IsSeen(type, assembly))
                .OrderBy(type => type.Name, StringComparer.Ordinal))
            {
                text.Append(type.Name).Append('\n');
                var members = type.Members.Where(member => member.Public && !member.Name.Contains('<', StringComparison.Ordinal)
                    && member.Name != "value__" && !(member.Generated && member.Kind == BuiltKind.Method));
                foreach (var member in members.Select(member => member.Text).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal))
                {
                    text.Append("  ").Append(member).Append('\n');
                }
            }
        }

        return text.ToString();
    }

    private static bool IsSeen(BuiltType type, IEnumerable<BuiltType> all)
    {
        if (!type.IsPublic) return false;
        var at = type.Name.LastIndexOf('+');
        return at < 0 || all.FirstOrDefault(outer => outer.Name == type.Name[..at]) is { } around && IsSeen(around, all);
    }
}
