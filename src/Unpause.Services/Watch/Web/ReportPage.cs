using Microsoft.AspNetCore.Http;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Web;

/// <summary>Pages that <c>unpause report</c> makes: of a process's last minutes, and of kept rings.</summary>
internal static class ReportPage
{
    /// <summary>Makes the page of <c>?process=KEY</c> and answers with it.</summary>
    /// <param name="folder">Where it is made, and removed.</param>
    public static async Task WriteLiveAsync(HttpContext context, RingWatch watch, RingKeeper keeper, string folder)
    {
        var process = watch.Find(context.Request.Query["process"].ToString());
        var path = Path.Combine(folder, $"live-{Guid.NewGuid():N}.html");
        try
        {
            if (process is not null && await keeper.WritePageAsync(process, path, context.RequestAborted).ConfigureAwait(false))
            {
                await SendAsync(context, path).ConfigureAwait(false);
                return;
            }

            await OwnHttp.AnswerAsync(context, StatusCodes.Status404NotFound, "nothing is recorded of it\n").ConfigureAwait(false);
        }
        finally
        {
            File.Delete(path);
        }
    }

    /// <summary>Answers with the page of a kept ring.</summary>
    public static async Task WriteKeptAsync(HttpContext context, RingKeeper keeper)
    {
        if (context.Request.RouteValues["name"] is string name && keeper.PageOf(name) is { } path)
            await SendAsync(context, path).ConfigureAwait(false);
        else await OwnHttp.AnswerAsync(context, StatusCodes.Status404NotFound, "there is no such page\n").ConfigureAwait(false);
    }

    private static async Task SendAsync(HttpContext context, string path)
    {
        context.Response.ContentType = "text/html; charset=utf-8";
        await context.Response.SendFileAsync(path, context.RequestAborted).ConfigureAwait(false);
    }
}
