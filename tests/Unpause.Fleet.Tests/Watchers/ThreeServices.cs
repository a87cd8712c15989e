using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Unpause.Services.Tests.Watch;

namespace Unpause.Fleet.Tests.Watchers;

/// <summary>Three real services that collect while they are asked: ASP.NET Core, a JVM, gunicorn. They end with the test.</summary>
internal sealed class ThreeServices : IDisposable
{
    private const string App =
        """
        import gc
        kept = [[i] for i in range(200_000)]
        def app(environ, start):
            gc.collect(2)
            start("200 OK", [("Content-Length", "2")])
            return [b"ok"]
        """;

    private readonly StartedPrograms _programs = new();
    private readonly Process _dotnet;
    private readonly Uri _orders, _film;
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(30) };

    public ThreeServices()
    {
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        _dotnet = Process.Start(Named("orders", "1.4", new("dotnet",
            [RepositoryFolder.File("tests", "programs", "WebProgram", "bin", configuration, "net10.0", "WebProgram.dll")])
        {
            UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true,
        }))!;
        _orders = new Uri(_dotnet.StandardOutput.ReadLine()!);
        File.WriteAllText(Path.Combine(_programs.Folder, "Orders.java"), StartedPrograms.Orders);
        var java = _programs.Start(Named("stock", "2.0", new("java", ["-Xmx400m", Path.Combine(_programs.Folder, "Orders.java")])
        {
            UseShellExecute = false,
        }));
        File.WriteAllText(Path.Combine(_programs.Folder, "app.py"), App);
        var port = FreePort.Find();
        _film = new Uri($"http://127.0.0.1:{port}/");
        var gunicorn = _programs.Start(Named("film", "3.1", new("/usr/bin/gunicorn",
            ["--workers", "1", "--bind", $"127.0.0.1:{port}", "--chdir", _programs.Folder, "--log-level", "critical", "app:app"])
        {
            UseShellExecute = false,
        }));
        Ids = [_dotnet.Id, java.Id, WorkerOf(gunicorn.Id)];
    }

    /// <summary>The process ids of orders, stock and film.</summary>
    public IReadOnlyList<int> Ids { get; }

    /// <summary>Asks the two that answer, so that they collect. Java's does it by itself.</summary>
    public async Task AskAsync()
    {
        using var posted = await _client.PostAsync(new Uri(_orders, "/garbage/20"), null);
        await _client.GetStringAsync(_film);
        await Task.Delay(100);
    }

    /// <summary>Stops all three where they are, so that nothing more is counted.</summary>
    public void Halt()
    {
        foreach (var id in Ids) Process.Start("kill", ["-STOP", $"{id}"]).WaitForExit();
    }

    public void Dispose()
    {
        _client.Dispose();
        _dotnet.Kill();
        _dotnet.WaitForExit();
        _dotnet.Dispose();
        _programs.Dispose();
    }

    private static ProcessStartInfo Named(string service, string version, ProcessStartInfo start)
    {
        start.Environment["OTEL_SERVICE_NAME"] = service;
        start.Environment["OTEL_RESOURCE_ATTRIBUTES"] = $"service.version={version}";
        return start;
    }

    /// <summary>The process that serves; gunicorn's own does not.</summary>
    private static int WorkerOf(int id)
    {
        var children = "";
        Prometheus.RealPrometheus.Await(
            "gunicorn has a worker",
            () => (children = File.ReadAllText($"/proc/{id}/task/{id}/children").Trim()).Length > 0);
        return int.Parse(children.Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture);
    }
}
