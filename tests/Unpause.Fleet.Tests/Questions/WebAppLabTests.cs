using Unpause.Fleet.Questions;
using Unpause.Fleet.Tests.Folders;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Questions;

/// <summary>The lab's fix, deployed: samples/fleet, whose README has the change by hand.</summary>
public class WebAppLabTests
{
    private const double ByHandPercent = -75;

    [Fact]
    public async Task Deploy_OfTheFix_IsBetterByRequest()
    {
        using var folders = new ReportFolders();
        foreach (var path in Directory.GetFiles(RepositoryFolder.File("samples", "fleet"), "*.gz"))
            folders.Write(Path.GetFileName(path), await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken));
        await using var store = folders.Open();
        var document = Assert.Single(DeployQuestion.Ask(await store.SlicesAsync(new(), TestContext.Current.CancellationToken)));
        Assert.Equal(
            ("web-app", "1.0", "1.1", FleetDeployDocument.Better, FleetDeployDocument.PerRequest, 4, 4, true),
            (document.Service, document.Before, document.After, document.Verdict, document.Per, document.ProcessesBefore,
                document.ProcessesAfter, document.SameHours));
        Assert.InRange(ByHandPercent, document.ChangePercent!.Low, document.ChangePercent.High);
        Assert.InRange(document.ChangePercent.High, -75, -60);
    }
}
