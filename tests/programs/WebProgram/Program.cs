// A web service whose latencies are known: the truth that requests in .nettrace files are compared with. It prints its
// address and serves until its standard input ends.
//   GET  /sleep/{ms}          answers after so many milliseconds
//   GET  /orders/{id}         answers 404 for odd ids
//   GET  /fail                answers 503
//   POST /garbage/{megabytes} fills that much memory with objects that live until the next call
//   GET  /relay/{ms}          calls /sleep/{ms} of this service and answers after it
//   GET  /plain               answers at once: the worst case for what recording costs
//   GET  /lock/{ms}           works so many milliseconds with the one lock held
//   GET  /block/{ms}          blocks its thread of the pool until a task that needs another one is done
//   GET  /throw/{count}       throws and catches so many exceptions
// WebProgram meter serves itself without end and prints how fast.
// WebProgram load "GET /plain" REQUESTS serves itself so often, prints for how much CPU time, and ends.
using WebProgram;

var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
builder.WebHost.UseUrls("http://127.0.0.1:0");
var app = builder.Build();
var client = new HttpClient();

app.MapGet("/plain", () => "ok");
app.MapGet("/sleep/{ms:int}", async (int ms) =>
{
    await Task.Delay(ms);
    return "slept";
});
app.MapGet("/orders/{id:int}", (int id) => id % 2 == 0 ? Results.Text("found") : Results.NotFound());
app.MapGet("/fail", () => Results.StatusCode(503));
app.MapPost("/garbage/{megabytes:int}", (int megabytes) => Garbage.Make(megabytes));
app.MapGet("/relay/{ms:int}", async (int ms) => await client.GetStringAsync($"{app.Urls.First()}/sleep/{ms}?token=secret"));
app.MapGet("/lock/{ms:int}", (int ms) => Waits.Locked(ms));
app.MapGet("/block/{ms:int}", (int ms) => Waits.Blocked(ms));
app.MapGet("/throw/{count:int}", (int count) => Waits.Thrown(count));

await app.StartAsync();
if (args is ["meter"])
{
    Meter.Run(new Uri(app.Urls.First()), Console.Out);
}

if (args is ["load", var request, var requests])
{
    Meter.Run(new Uri(app.Urls.First()), request, int.Parse(requests), Console.Out);
    await app.StopAsync();
    return;
}

Console.WriteLine(app.Urls.First());
while (Console.In.Read() >= 0) continue;
await app.StopAsync();
