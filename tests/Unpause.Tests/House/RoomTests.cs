using System.Xml.Linq;

namespace Unpause.Tests.House;

/// <summary>Rooms use only the rooms that the table allows, by symbols.</summary>
public class RoomTests
{
    [Fact]
    public void Namespaces_AllTypes_AreInARoom()
    {
        var homeless = BuiltCode.All.Types.Where(type => Rooms.Of(type.Assembly, type.Namespace) is null && !type.Name.StartsWith('<')
            && type.Namespace.Length > 0);
        Assert.Equal("", string.Join('\n', homeless.Select(type => type.Namespace).Distinct(StringComparer.Ordinal)));
    }

    [Fact]
    public void Rooms_Uses_AreInTheTable()
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

    [Fact]
    public void Output_OfAnyFormat_UsesNoRecording()
    {
        var uses = BuiltCode.All.Uses.Where(use => use.Type == "Unpause.Recordings.Recording" && use.From.Assembly == "Unpause.Reports")
            .Select(use => use.From).Distinct().ToList();
        Assert.Contains(uses, type => type.Name == "Unpause.Reports.Composition.TimelineComposer");
        Assert.Equal([], uses.Where(type => !Rooms.IsBeforeOutputs(type)).Select(type => Written(type.Name)).Distinct());
    }

    /// <summary>The document has the table as the code has it.</summary>
    [Fact]
    public void Architecture_RoomTable_EqualsTheCode() =>
        Assert.Contains(Rooms.Text(), File.ReadAllText(RepositoryFolder.File("ARCHITECTURE.md")), StringComparison.Ordinal);

    /// <summary>The picture leaves out what other arrows imply, and draws the readers of all runtimes as one room.</summary>
    [Fact]
    public void RoomPicture_Arrows_EqualTheTable()
    {
        var arrows = XDocument.Load(RepositoryFolder.File("docs", "rooms.svg")).Descendants()
            .Where(path => path.Attribute("data-from") is not null)
            .Select(path => (From: (string)path.Attribute("data-from")!, To: (string)path.Attribute("data-to")!)).ToList();
        var uses = Rooms.Uses().Select(use => (From: Drawn(use.From), To: Drawn(use.To))).Where(use => use.From != use.To).ToHashSet();

        Assert.Equal([], arrows.Where(arrow => !uses.Contains(arrow)));
        Assert.Equal([], uses.Where(use => !Reaches(use.From, use.To)));

        bool Reaches(string from, string to)
        {
            var reached = new HashSet<string>(StringComparer.Ordinal) { from };
            while (true)
            {
                var next = arrows.Where(arrow => reached.Contains(arrow.From) && !reached.Contains(arrow.To))
                    .Select(arrow => arrow.To).ToList();
                if (next.Count == 0) return reached.Contains(to);
                reached.UnionWith(next);
            }
        }

        static string Drawn(string room) => room.StartsWith("Readers of", StringComparison.Ordinal) ? "Readers of each runtime" : room;
    }

    [Fact]
    public void Rooms_Uses_HaveNoCycle()
    {
        var left = Rooms.Uses().ToList();
        while (left.RemoveAll(use => left.TrueForAll(other => other.From != use.To)) > 0)
        {
        }

        Assert.Equal([], left);
    }

    // A lambda's or an iterator's type is told by the type around it.
    private static string Written(string name) => name.IndexOf("+<", StringComparison.Ordinal) is >= 0 and var at ? name[..at] : name;
}
