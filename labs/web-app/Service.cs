using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace WebApp;

/// <summary>The service: small reads, changes that recompute a client's cache, and large documents.</summary>
internal static class Service
{
    /// <summary>The header with the id of the process that served the request.</summary>
    public const string ProcessIdHeader = "X-Process-Id";

    private const int TasksInDocument = 2_500;

    /// <summary>Serves until standard input ends. Its address is the first line on standard output.</summary>
    public static async Task RunAsync(Variant variant)
    {
        var store = new Store();
        using var monitor = new MemoryMonitor(variant.MemoryLimitPercent);
        monitor.Subscribe(new CollectingObserver());
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        var processId = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        app.Use((context, next) =>
        {
            context.Response.Headers[ProcessIdHeader] = processId;
            return next(context);
        });
        app.MapGet("/tasks/{id:int}", (int id) => Results.Json(store.Task(id)));
        app.MapGet("/changes/{id:int}", (int id) => Cache(store, variant.Caches, id));
        app.MapGet("/documents/{id:int}", (int id, HttpResponse response) => DocumentAsync(store, variant.Answers, id, response));
        await app.StartAsync();
        await Console.Out.WriteLineAsync(app.Urls.First());
        await Console.OpenStandardInput().CopyToAsync(Stream.Null);
        await app.StopAsync();
    }

    private static IResult Cache(Store store, IClientCaches caches, int id)
    {
        store.Change(id);
        var (count, fingerprint) = caches.Compute(store.GroupsOf(id));
        return Results.Text(string.Create(CultureInfo.InvariantCulture, $"{count} {fingerprint}"));
    }

    private static Task DocumentAsync(Store store, IAnswers answers, int id, HttpResponse response)
    {
        response.ContentType = "application/xml";
        return answers.WriteAsync(store.Document(id, TasksInDocument), response.Body);
    }
}
