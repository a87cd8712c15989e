using System.Text;
using Spectre.Console;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Tests.Fleets;

/// <summary>
/// The documents about fleets in <c>web/fixtures/documents</c> are the invented ones of <see cref="FleetFixtures"/>, as JSON and as text.
/// </summary>
public class FleetPageFixtureTests
{
    /// <summary>After a change that is meant: UNPAUSE_REGENERATE=1 dotnet test tests/Unpause.Tests --filter
    /// FleetPageFixtureTests.</summary>
    [Theory]
    [InlineData("fleet")]
    [InlineData("fleet-empty")]
    [InlineData("canary-worse")]
    [InlineData("canary-not-worse")]
    [InlineData("canary-undecided")]
    public void FleetFixture_Writers_StillWriteIt(string name)
    {
        using var json = new MemoryStream();
        string text;
        if (name.StartsWith("canary-", StringComparison.Ordinal))
        {
            var canary = FleetFixtures.Canary(name["canary-".Length..].Replace('-', '_'));
            FleetJson.Write(canary, json);
            text = FleetConsole.Written(console => new CanaryWriter(console).Write(canary), 1000);
        }
        else
        {
            var fleet = name == "fleet" ? FleetFixtures.Rich() : FleetFixtures.Empty();
            FleetJson.Write(fleet, json);
            text = FleetConsole.Written(console => new FleetWriter(console) { IsVerbose = true }.Write(fleet), 1000);
        }

        AssertCommitted($"{name}.json", Encoding.UTF8.GetString(json.ToArray()));
        AssertCommitted($"{name}.txt", text);
        var contract = name.StartsWith("canary", StringComparison.Ordinal) ? "canary" : "fleet";
        Assert.Equal("", ContractSchema.Faults(Encoding.UTF8.GetString(json.ToArray()), $"unpause.{contract}-1.schema.json"));
    }

    private static void AssertCommitted(string name, string text)
    {
        var committed = RepositoryFolder.File("web", "fixtures", "documents", name);
        if (Environment.GetEnvironmentVariable("UNPAUSE_REGENERATE") is not null) File.WriteAllText(committed, text);
        Assert.Equal(File.ReadAllText(committed), text);
    }
}

/// <summary>What a terminal shows.</summary>
internal static class FleetConsole
{
    /// <summary>Writes plain text of a width, without blanks at the ends of lines.</summary>
    public static string Written(Action<IAnsiConsole> write, int width = 80)
    {
        using var text = new StringWriter { NewLine = "\n" };
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(text),
        });
        console.Profile.Width = width;
        write(console);
        return string.Concat(text.ToString().Replace("\r", "", StringComparison.Ordinal).Split('\n').SkipLast(1)
            .Select(line => $"{line.TrimEnd()}\n"));
    }
}
