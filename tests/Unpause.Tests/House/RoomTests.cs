namespace Unpause.Tests.House;

/// <summary>Rooms use only the rooms that the table allows, by symbols.</summary>
public class RoomTests
{
    [Fact]
    public void EveryNamespaceIsInARoom()
    {
        var homeless = BuiltCode.All.Types.Where(type => Rooms.Of(type.Assembly, type.Namespace) is null && !type.Name.StartsWith('<')
            && type.Namespace.Length > 0);
        Assert.Equal("", string.Join('\n', homeless.Select(type => type.Namespace).Distinct(StringComparer.Ordinal)));
    }

    [Fact]
    public void ARoomUsesOnlyTheRoomsOfTheTable()
    {
        var types = BuiltCode.All.Types.ToLookup(type => type.Name, StringComparer.Ordinal);
        var broken = new List<string>();
        foreach (var use in BuiltCode.All.Uses)
        {
            if (!use.Type.StartsWith("Unpause.", StringComparison.Ordinal) || types[use.Type].FirstOrDefault() is not { } target) continue;
            if (Rooms.Of(use.From.Assembly, use.From.Namespace) is not { } room
                || Rooms.Of(target.Assembly, target.Namespace) is not { } other)
            {
                continue;
            }

            if (Rooms.May(room, other)) continue;
            broken.Add($"{room} uses {other}: {Written(use.From.Name)} uses {Written(target.Name)}");
        }

        SinnerList.Check("room-edges.txt", "a room uses one that the table of Rooms does not allow", broken);
    }

    /// <summary>The document has the table as the code has it.</summary>
    [Fact]
    public void TheDocumentRepeatsTheTable() =>
        Assert.Contains(Rooms.Text(), File.ReadAllText(RepositoryFolder.File("ARCHITECTURE.md")), StringComparison.Ordinal);

    // A lambda's or an iterator's type is told by the type around it.
    private static string Written(string name) => name.IndexOf("+<", StringComparison.Ordinal) is >= 0 and var at ? name[..at] : name;
}
