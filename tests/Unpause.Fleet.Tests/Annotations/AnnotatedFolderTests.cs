using Unpause.Fleet.Tests.Folders;
using Unpause.Recordings;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Annotations;

/// <summary>Folders of reports with a Grafana beside them, from the request to the document.</summary>
public sealed class AnnotatedFolderTests : IDisposable
{
    private const int Hours = 12;

    private static readonly DateTimeOffset Start = new(2026, 10, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly ReportFolders _folders = new();
    private readonly FakeGrafana _grafana = new();

    public void Dispose()
    {
        _grafana.Dispose();
        _folders.Dispose();
    }

    [Fact]
    public async Task Compose_ChangeOfASetting_IsFoundAtItsAnnotation()
    {
        Write("orders", effect: 0.3);
        Write("search", effect: 1);
        _grafana.Add(Start.AddHours(Hours).AddMinutes(20), "<a href='https://ci/7'>Heap</a> <b>4 GiB</b> < 5", "deploy",
            "service:orders");
        _grafana.Add(Start.AddHours(Hours).AddMinutes(20), "incident of search", "incident");
        var document = await ComposeAsync(_grafana.Address);
        var deploy = Assert.Single(document.Deploys);
        Assert.Equal(("orders", "1.0", "1.0", FleetDeployDocument.Better), (deploy.Service, deploy.Before, deploy.After, deploy.Verdict));
        Assert.Equal("Heap 4 GiB < 5", deploy.Annotation!.Text);
        Assert.InRange(deploy.ChangePercent!.Value, -75, -65);
        Assert.Contains("is better", document.Verdict, StringComparison.Ordinal);
        Assert.Contains("orders", deploy.ReportBefore!.Path, StringComparison.Ordinal);
        Assert.Empty(document.Notes);
        Assert.Empty((await ComposeAsync(null)).Deploys);
    }

    [Fact]
    public async Task Compose_NoAnnotation_SaysSo()
    {
        Write("orders", effect: 0.3);
        var document = await ComposeAsync(_grafana.Address);
        Assert.Empty(document.Deploys);
        Assert.Contains("Grafana", Assert.Single(document.Notes), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Compose_QuestionsWithoutDeploys_AskNoGrafana()
    {
        Write("orders", effect: 1);
        await ComposeAsync(_grafana.Address, FleetQuestion.ToDo);
        Assert.Empty(_grafana.Asked);
    }

    [Fact]
    public async Task Compose_GrafanaThatRefuses_IsTheUsersMistake()
    {
        Write("orders", effect: 1);
        using var closed = new FakeGrafana { Authorization = "Bearer other" };
        var mistake = await Assert.ThrowsAsync<UserMistake>(() => ComposeAsync(closed.Address));
        Assert.Contains("401", mistake.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Compose_SecretFile_IsTheToken()
    {
        Write("orders", effect: 1);
        var secret = Path.Combine(_folders.Root, "token.txt");
        await File.WriteAllTextAsync(secret, "glsa_abc\n", TestContext.Current.CancellationToken);
        await ComposeAsync(_grafana.Address, FleetQuestion.Deploys, secret);
        Assert.All(_grafana.Authorizations, sent => Assert.Equal("Bearer glsa_abc", sent));
        Assert.NotEmpty(_grafana.Authorizations);
    }

    private async Task<FleetDocument> ComposeAsync(Uri? grafana, string? only = null, string? secret = null)
    {
        await using var store = _folders.Open();
        var asked = new FleetRequest
        {
            Action = FleetRequest.Report, Only = only is null ? [] : [only], Grafana = grafana?.OriginalString, GrafanaSecretFile = secret,
        };
        return await FleetComposer.ComposeAsync(store, asked, new(), TestContext.Current.CancellationToken);
    }

    /// <summary>Hourly reports of four processes, whose stops change in the middle.</summary>
    private void Write(string service, double effect)
    {
        var random = new Random(17);
        for (var hour = 0; hour <= 2 * Hours; hour++)
        {
            for (var host = 0; host < 4; host++)
            {
                var length = 20_000_000 * (hour > Hours ? effect : 1) * (0.95 + (0.1 * random.NextDouble()));
                _folders.Write($"{service}/{host}-{hour}.json", new InventedReport
                {
                    Service = service, Host = $"web-{host}", Pid = 100 + host, RunId = $"{service}-{host}-{hour}",
                    Start = Start.AddHours(hour), DurationMs = 3_600_000, AllocatedBytes = 1_000_000,
                    Stops = [.. Enumerable.Range(0, 200).Select(i => (long)(length * (0.5 + (i / 200.0))))],
                });
            }
        }
    }
}
