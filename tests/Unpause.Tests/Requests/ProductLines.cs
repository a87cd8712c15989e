using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>
/// One record of each product that is read by name. "Written by": the product ran here on 2026-11-22 in front of a handler that sleeps 20
/// or 300 ms, with the line of docs/request-formats.md where that has one, and all of its requests agreed with the times that a client
/// took. The others are as the product's documentation or a public repository has them (looked up in November 2026); where only the
/// format is published, its source is followed by "filled in". A record with the end's timestamp begins at that less its duration.
/// </summary>
internal static class ProductLines
{
    public static IReadOnlyList<ProductLine> All { get; } =
    [
        new("key-value", """
            127.0.0.1 "GET /r/0/300?q=a%20b HTTP/1.1" 200 end_s=1795380446.995 duration_s=0.302
            """, "2026-11-22T20:47:26.693Z", 302.000, "GET /r/0/300", TimestampMeaning.End,
            "written by nginx 1.22.1 (Debian 12)"),
        new("key-value", """
            127.0.0.1 "GET /r/0/300?q=a%20b HTTP/1.1" 200 start_us=1795380456388695 duration_us=301260
            """, "2026-11-22T20:47:36.388695Z", 301.26, "GET /r/0/300", TimestampMeaning.Start,
            "written by Apache httpd 2.4.71 (Debian 12)"),
        new("key-value", """
            127.0.0.1 "GET /r/1/20?q=a%20b HTTP/1.1" 200 start_ms=1795380062637 end_ms=1795380062659
            """, "2026-11-22T20:41:02.637Z", 22, "GET /r/1/20", TimestampMeaning.Both,
            "written by Tomcat 9.0.70"),
        new("key-value", """
            127.0.0.1 "GET /r/1/20?q=a%20b HTTP/1.1" 200 start_ms=1795380073490 end_ms=1795380073513
            """, "2026-11-22T20:41:13.49Z", 23, "GET /r/1/20", TimestampMeaning.Both,
            "written by Tomcat 10.1.60"),
        new("nginx", """
            127.0.0.1 - - [22/Nov/2026:20:41:02 +0000] "GET /r/0/300?q=a%20b HTTP/1.1" 200 3 0.339
            """, "2026-11-22T20:41:01.661Z", 339, "GET /r/0/300", TimestampMeaning.End,
            "written by Tomcat 9.0.70 with %T: like nginx, at the end"),
        new("apache", """
            127.0.0.1 - - [22/Nov/2026:20:41:13 +0000] "GET /r/0/300?q=a%20b HTTP/1.1" 200 3 0/323443
            """, "2026-11-22T20:41:13Z", 323.443, "GET /r/0/300", TimestampMeaning.Unknown,
            "written by Tomcat 10.1.60 with %T/%D, whose %t is the end"),
        new("key-value", """
            end_s=1795379366.201148 pid=2437 duration_us=20726 "GET /r/1/20?q=a%20b HTTP/1.1" 200
            """, "2026-11-22T20:29:26.180422Z", 20.726, "GET /r/1/20", TimestampMeaning.End,
            "written by gunicorn 20.1.0, gthread"),
        new("gunicorn", """
            127.0.0.1 - - [22/Nov/2026:20:21:12 +0000] "GET /r/1/20?q=a%20b HTTP/1.1" 200 3 "-" "unpause-client/1" 0.020479
            """, "2026-11-22T20:21:11.979521Z", 20.479, "GET /r/1/20", TimestampMeaning.End,
            "written by gunicorn 20.1.0, combined with %(L)s"),
        new("key-value", """
            start_s=1795379461.735381 end_s=1795379461.756871 pid=2794 "GET /r/1/20 HTTP"
            """, "2026-11-22T20:31:01.735381Z", 21.490000, "GET /r/1/20", TimestampMeaning.Both,
            "written by the middleware in Hypercorn 0.13.2"),
        new("haproxy", """
            Nov 22 20:17:51 haproxy[24648]: 127.0.0.1:46302 [22/Nov/2026:20:17:50.816] http-in bk/srv1 0/0/0/302/302 200 139 - - ---- 1/1/0/0/0 0/0 "GET /r/0/300?q=a%20b HTTP/1.1"
            """, "2026-11-22T20:17:50.816Z", 302, "GET /r/0/300", TimestampMeaning.Start,
            "written by HAProxy 2.6.12 (option httplog, syslog)"),
        new("haproxy", """
            Feb  6 12:14:14 localhost haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1"
            """, "2009-02-06T12:14:14.655Z", 109, "GET /index.html", TimestampMeaning.Start,
            "docs.haproxy.org/2.8/configuration.html#8.2.3"),
        new("haproxy", """
            Feb  6 12:12:56 localhost haproxy[14387]: 10.0.1.2:33313 [06/Feb/2009:12:12:51.443] fnt bck/srv1 0/0/5007 212 -- 0/0/0/0/3 0/0
            """, "2009-02-06T12:12:51.443Z", 5007, "bck", TimestampMeaning.Start, "docs.haproxy.org/2.8/configuration.html#8.2.2"),
        new("aws-load-balancer", """
            http 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.46.0" - - arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337262-36d228ad5d99923122bbe354" "-" "-" 0 2018-07-02T22:22:48.364000Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"
            """, "2018-07-02T22:22:48.364Z", 1, "GET http://www.example.com:80/", TimestampMeaning.Start,
            "docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html"),
        new("aws-load-balancer", """
            2015-05-13T23:39:43.945958Z my-loadbalancer 192.168.131.39:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.38.0" - -
            """, "2015-05-13T23:39:43.945958Z", 1.178, "GET http://www.example.com:80/", TimestampMeaning.Start,
            "docs.aws.amazon.com/elasticloadbalancing/latest/classic/access-log-collection.html"),
        new("gcp-load-balancer", """
            {"httpRequest":{"serverIp":"10.56.35.14","status":200,"userAgent":"Cronet/111.0.5563.55","responseSize":"1750","latency":"0.248406s","remoteIp":"41.82.183.143","requestMethod":"POST","requestSize":"522","requestUrl":"https://sn.mmapp.wave.com/graphql"},"insertId":"mr6p8jfcxlde5","jsonPayload":{"@type":"type.googleapis.com/google.cloud.loadbalancing.type.LoadBalancerLogEntry","statusDetails":"response_sent_by_backend"},"receiveTimestamp":"2023-04-21T15:59:26.407178441Z","resource":{"type":"http_load_balancer","labels":{"zone":"global"}},"severity":"INFO","timestamp":"2023-04-21T15:59:24.827008Z"}
            """, "2023-04-21T15:59:24.827008Z", 248.406, "POST https://sn.mmapp.wave.com/graphql", TimestampMeaning.Unknown,
            "cloud.google.com/load-balancing/docs/https/https-logging-monitoring; an entry in a public repository's test, shortened"),
        new("azure-front-door", """
            { "time": "2020-06-09T22:32:17.8383427Z", "category": "FrontdoorAccessLog", "operationName": "Microsoft.Network/FrontDoor/AccessLog/Write",
              "properties": { "trackingReference": "08Q3gXgAAAAAe0s71BET", "httpMethod": "GET", "httpVersion": "2.0",
                "requestUri": "https://wafdemofrontdoorwebapp.azurefd.net:443/?q=%27%20or%201=1", "requestBytes": "715", "responseBytes": "380",
                "clientPort": "52097", "timeTaken": "0.003", "rulesEngineMatchNames": [], "httpStatusCode": "403", "pop": "SJC" } }
            """, "2020-06-09T22:32:17.8353427Z", 3, "GET https://wafdemofrontdoorwebapp.azurefd.net:443/", TimestampMeaning.End,
            "learn.microsoft.com/azure/web-application-firewall/afds/waf-front-door-monitor"),
        new("azure-application-gateway", """
            {"records": [{"timeStamp": "2021-10-14T22:17:11+00:00", "listenerName": "HTTP-Listener", "operationName": "ApplicationGatewayAccess", "category": "ApplicationGatewayAccessLog", "properties": {"instanceId": "appgw_2", "clientIP": "185.42.129.24", "clientPort": 45057, "httpMethod": "GET", "originalRequestUriWithArgs": "/", "requestUri": "/", "httpStatus": 200, "receivedBytes": 184, "sentBytes": 466, "timeTaken": 0.034, "serverStatus": "200", "host": "20.110.30.194"}}]}
            """, "2021-10-14T22:17:11Z", 34, "GET /", TimestampMeaning.Unknown,
            "MicrosoftDocs/azure-docs, application-gateway/monitor-application-gateway-reference.md (shortened), which gives the units"),
        new("traefik", """
            {"ClientAddr":"10.10.10.1:40084","ClientHost":"10.10.10.1","ClientUsername":"-","DownstreamContentSize":10699,"DownstreamStatus":200,"Duration":31482552,"OriginContentSize":10699,"OriginDuration":31403291,"OriginStatus":200,"Overhead":79261,"RequestAddr":"gw.local","RequestCount":41,"RequestHost":"gw.local","RequestMethod":"GET","RequestPath":"/webpages/icons2.png","RequestProtocol":"HTTP/1.1","RouterName":"for-home-gw@file","StartLocal":"2025-01-08T13:27:03.200888017Z","StartUTC":"2025-01-08T13:27:03.200888017Z","entryPointName":"web","level":"info","msg":"","time":"2025-01-08T13:27:03Z"}
            """, "2025-01-08T13:27:03.200888017Z", 31.482552, "GET /webpages/icons2.png", TimestampMeaning.Start,
            "doc.traefik.io/traefik/observability/access-logs; a line of a public repository's notes on Traefik 3"),
        new("traefik", """
            192.168.1.4 - - [25/Mar/2019:10:30:21 +0000] "GET /api HTTP/1.1" 200 1234 "-" "curl/7.64.0" 23 "router@docker" "http://172.18.0.3:80" 17ms
            """, "2019-03-25T10:30:21Z", 17, "GET /api", TimestampMeaning.Start,
            "traefik/traefik, pkg/middlewares/accesslog/logger_formatters.go (StartUTC first), filled in"),
        new("caddy", """
            {"level":"info","ts":1786631395.1064715,"logger":"http.log.access.log0","msg":"handled request","request":{"remote_ip":"192.168.65.1","remote_port":"40190","client_ip":"192.168.65.1","proto":"HTTP/1.1","method":"GET","host":"app.example:8080","uri":"/dashboard","headers":{"User-Agent":["curl/8.7.1"],"Accept":["*/*"]}},"bytes_read":0,"user_id":"","duration":0.001,"size":5,"status":200,"resp_headers":{"Content-Type":["text/html"],"Server":["Caddy"]}}
            """, "2026-08-13T14:29:55.1054715Z", 1, "GET /dashboard", TimestampMeaning.End,
            "caddyserver.com/docs/logging; a line of Caddy 2.11.4"),
        new("caddy", """
            {"level":"info","ts":1795378699.8017466,"logger":"http.log.access.log0","msg":"handled request","request":{"remote_ip":"127.0.0.1","remote_port":"52598","proto":"HTTP/1.1","method":"GET","host":"127.0.0.1:18086","uri":"/r/0/300?q=a%20b","headers":{"Accept-Encoding":["identity"],"User-Agent":["unpause-client/1"]}},"user_id":"","duration":0.301324254,"size":3,"status":200,"resp_headers":{"Server":["Caddy","BaseHTTP/0.6 Python/3.11.7"],"Date":["Sun, 22 Nov 2026 20:18:19 GMT"],"Content-Length":["3"],"Content-Type":["text/plain"]}}
            """, "2026-11-22T20:18:19.500422346Z", 301.324254000, "GET /r/0/300", TimestampMeaning.End,
            "written by Caddy 2.6.2"),
        new("envoy", """
            [2016-04-15T20:17:00.310Z] "POST /api/v1/locations HTTP/2" 204 - 154 0 226 100 "10.0.35.28" "nsq2http" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "locations" "tcp://10.0.2.1:80"
            """, "2016-04-15T20:17:00.310Z", 226, "POST /api/v1/locations", TimestampMeaning.Start,
            "envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage"),
        new("serilog", """
            {
              "@t": "2019-06-26T06:05:54.6881162Z",
              "@mt": "HTTP {RequestMethod} {RequestPath} responded {StatusCode} in {Elapsed:0.0000} ms",
              "@r": ["224.5185"],
              "RequestMethod": "GET", "RequestPath": "/", "StatusCode": 200, "Elapsed": 224.5185,
              "RequestId": "0HLNPVG1HI42T:00000001", "CorrelationId": null, "ConnectionId": "0HLNPVG1HI42T"
            }
            """, "2019-06-26T06:05:54.4635977Z", 224.5185, "GET /", TimestampMeaning.End, "github.com/serilog/serilog-aspnetcore, README"),
        new("serilog", """
            {"@t":"2026-11-22T20:33:28.6707517Z","@mt":"HTTP {RequestMethod} {RequestPath} responded {StatusCode} in {Elapsed:0.0000} ms","@r":["20.8332"],"@tr":"6e0ccab3568caa29f95122fe712cffd7","@sp":"d924a0b380924215","RequestMethod":"GET","RequestPath":"/r/1/20","StatusCode":200,"Elapsed":20.833183,"SourceContext":"Serilog.AspNetCore.RequestLoggingMiddleware"}
            """, "2026-11-22T20:33:28.649918517Z", 20.833183, "GET /r/1/20", TimestampMeaning.End,
            "written by Serilog.AspNetCore 10.0.0, CompactJsonFormatter"),
        new("serilog", """
            {"Timestamp":"2026-11-22T20:33:28.6707517+00:00","Level":"Information","MessageTemplate":"HTTP {RequestMethod} {RequestPath} responded {StatusCode} in {Elapsed:0.0000} ms","TraceId":"6e0ccab3568caa29f95122fe712cffd7","SpanId":"d924a0b380924215","Properties":{"RequestMethod":"GET","RequestPath":"/r/1/20","StatusCode":200,"Elapsed":20.833183,"SourceContext":"Serilog.AspNetCore.RequestLoggingMiddleware"},"Renderings":{"Elapsed":[{"Format":"0.0000","Rendering":"20.8332"}]}}
            """, "2026-11-22T20:33:28.649918517Z", 20.833183, "GET /r/1/20", TimestampMeaning.End,
            "written by Serilog.AspNetCore 10.0.0, JsonFormatter"),
        new("pino", """
            {"level":30,"time":1795379479468,"pid":3019,"hostname":"vm","req":{"id":2,"method":"GET","url":"/r/1/20?q=a%20b","headers":{"host":"127.0.0.1:18095","accept-encoding":"identity","user-agent":"unpause-client/1","connection":"close"},"remoteAddress":"127.0.0.1","remotePort":39888},"res":{"statusCode":200,"headers":{"content-length":3}},"responseTime":22,"msg":"request completed"}
            """, "2026-11-22T20:31:19.446Z", 22, "GET /r/1/20", TimestampMeaning.End,
            "written by pino-http 11.0.0"),
        new("pino", """
            {"level":30,"time":1795379488140,"pid":3236,"hostname":"vm","reqId":"req-2","res":{"statusCode":200},"responseTime":21.193506999999954,"msg":"request completed"}
            """, "2026-11-22T20:31:28.118806493Z", 21.193507, "", TimestampMeaning.End,
            "written by Fastify 5.12.8, whose lines at the end have no path"),
        new("express-winston", """
            {"level":"info","message":"HTTP GET /items/1?a=1","meta":{"req":{"headers":{"connection":"keep-alive"},"httpVersion":"1.1","method":"GET","originalUrl":"/items/1?a=1","query":{"a":"1"},"url":"/items/1?a=1"},"res":{"statusCode":200},"responseTime":16},"timestamp":"2026-11-28T23:34:48.244Z"}
            """, "2026-11-28T23:34:48.228Z", 16, "HTTP GET /items/1", TimestampMeaning.End,
            "written by express-winston 4.2.0 with winston 3.19.0"),
        new("lograge", """
            {"method":"GET","path":"/gitlab/gitlab-foss/issues/1234","format":"html","controller":"Projects::IssuesController","action":"show","status":200,"duration":229.03,"view":174.07,"db":13.24,"time":"2017-08-08T20:15:54.821Z","params":[{"key":"param_key","value":"param_value"}],"remote_ip":"18.245.0.1","user_id":1,"username":"admin","gitaly_calls":76,"gitaly_duration":7.41,"queue_duration": 112.47}
            """, "2017-08-08T20:15:54.59197Z", 229.03, "GET /gitlab/gitlab-foss/issues/1234", TimestampMeaning.End,
            "docs.gitlab.com/administration/logs, production_json.log"),
        new("lograge", """
            {"method":"GET","path":"/r/1/20","format":"html","controller":"RController","action":"show","status":200,"duration":20.63,"view":0.37,"end":"2026-11-22T20:33:47.686697Z"}
            """, "2026-11-22T20:33:47.666067Z", 20.63, "GET /r/1/20", TimestampMeaning.End,
            "written by lograge 0.10.0 on Rails 6.1.7, Formatters::Json"),
        new("lograge", """
            I, [2026-11-22T20:34:09.367083 #5082]  INFO -- : method=GET path=/r/1/20 format=html controller=RController action=show status=200 duration=20.76 view=0.46
            """, "2026-11-22T20:34:09.346323Z", 20.76, "GET /r/1/20", TimestampMeaning.End,
            "written by lograge 0.10.0 on Rails 6.1.7 behind Ruby's Logger::Formatter"),
        new("access-log", """
            127.0.0.1 - - [22/Nov/2026:20:36:42 +0000] "GET /r/1/20?q=a%20b HTTP/1.1" 200 3 "-" "unpause-client/1" 20.867 ms
            """, "2026-11-22T20:36:41.979133Z", 20.867, "GET /r/1/20", TimestampMeaning.Unknown,
            "written by morgan 1.12.1, combined and :response-time ms"),
        new("key-value", """
            end=2026-11-22T20:36:42.916Z method=GET url=/r/1/20?q=a%20b status=200 duration_ms=21.608
            """, "2026-11-22T20:36:42.894392Z", 21.608, "GET /r/1/20", TimestampMeaning.End,
            "written by morgan 1.12.1"),
        new("vegeta", """
            {"attack":"","seq":0,"code":200,"timestamp":"2026-06-05T10:00:00.100Z","latency":12000000,"method":"GET","url":"https://ex.com/ok","error":""}
            """, "2026-06-05T10:00:00.1Z", 12, "GET https://ex.com/ok", TimestampMeaning.Start,
            "github.com/tsenart/vegeta, lib/results.go"),
        new("vegeta", "1673771025000000000,200,163700,0,12,,aGVsbG8gd29ybGQh,,0,GET,http://localhost/a?b=1,RGF0ZTo=\n",
            "2023-01-15T08:23:45Z", 0.1637, "GET http://localhost/a", TimestampMeaning.Start,
            "github.com/tsenart/vegeta, lib/results.go, NewCSVEncoder, filled in"),
        new("gatling", """
            ASSERTION	AAEB
            RUN	computerdatabase.BasicSimulation	basicsimulation	1550135306911	 	3.0.3
            USER	BasicSimulation	1	START	1550135307911	1550135307911
            REQUEST	1		request_1	1550135307921	1550135308073	OK	 
            USER	BasicSimulation	1	END	1550135307911	1550135309911
            """, "2019-02-14T09:08:27.921Z", 152, "request_1", TimestampMeaning.Both,
            "github.com/gatling/gatling 3.0, LogFileDataWriter, filled in"),
        new("gatling", "REQUEST\t\trequest_1\t1673771025000\t1673771025250\tKO\tstatus.find.is(200), found 500\n",
            "2023-01-15T08:23:45Z", 250, "request_1", TimestampMeaning.Both,
            "github.com/gatling/gatling 3.9, LogFileDataWriter, filled in"),
        new("jmeter", """
            timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect
            1690288938130,1259,Testkube - HTTP Request,200,OK,Thread Group 1-1,text,true,,65222,366,1,1,https://testkube.io/,124,0,80
            """, "2023-07-25T12:42:18.130Z", 1259, "Testkube - HTTP Request", TimestampMeaning.Start,
            "jmeter.apache.org/usermanual/listeners.html#csvlogformat"),
        new("jmeter", """
            <?xml version="1.0" encoding="UTF-8"?>
            <testResults version="1.2">

            <httpSample t="1392" lt="351" ts="1144371014619" s="true"
                 lb="HTTP Request" rc="200" rm="OK"
                 tn="Listen 1-1" dt="text" de="iso-8859-1" by="12407">
              <httpSample t="170" lt="170" ts="1144371015471" s="true"
                    lb="http://www.apache.org/style/style.css" rc="200" rm="OK"
                    tn="Listen 1-1" dt="text" de="ISO-8859-1" by="1002">
                <responseHeader class="java.lang.String">HTTP/1.1 200 OK</responseHeader>
                <responseData class="java.lang.String">body, td, th {</responseData>
              </httpSample>
            </httpSample>
            </testResults>
            """, "2006-04-07T00:50:14.619Z", 1392, "HTTP Request", TimestampMeaning.Start,
            "jmeter.apache.org/usermanual/listeners.html#xmlformat2.1 (shortened)"),
        new("locust", "start_time,request_type,name,response_time,response_length\n1795379815.6097019,GET,/r/1002/20,37.3534220016154,3\n",
            "2026-11-22T20:36:55.6097019Z", 37.353422, "GET /r/1002/20", TimestampMeaning.Start,
            "written by a listener in Locust 2.12.1"),
        new("ab", "starttime\tseconds\tctime\tdtime\tttime\twait\nSun Nov 22 20:34:15 2026\t1795379655\t0\t21\t21\t21\n",
            "2026-11-22T20:34:15Z", 21, "", TimestampMeaning.Start,
            "written by ab 2.3 of Apache httpd 2.4.71, -g"),
        new("gin", """
            [GIN] 2021/03/04 - 12:00:00 | 200 |  163.751µs |      10.0.0.1 | GET      "/api/orders?page=2"
            """, "2021-03-04T11:59:59.999836249Z", 0.163751, "GET /api/orders", TimestampMeaning.End,
            "gin-gonic/gin, logger.go (defaultLogFormatter), filled in"),
        new("gin", "[GIN] 2021/03/04 - 12:00:01 |\u001b[97;42m 200 \u001b[0m|  1.2003s | 10.0.0.1 |\u001b[97;44m POST \u001b[0m \"/api\"",
            "2021-03-04T11:59:59.7997Z", 1200.3, "POST /api", TimestampMeaning.End,
            "gin-gonic/gin, logger.go: with colours, filled in"),
        new("chi", """
            2021/03/04 12:00:01 [host/AbC-000002] "GET http://localhost:3333/slow?a=b HTTP/1.1" from 127.0.0.1:52000 - 200 2B in 751.25ms
            """, "2021-03-04T12:00:00.24875Z", 751.25, "GET /slow", TimestampMeaning.End,
            "go-chi/chi, middleware/logger.go, filled in"),
        new("rails", """
            I, [2024-05-01T12:00:00.123456 #123]  INFO -- : [9bb3] Started GET "/orders?page=2" for 127.0.0.1 at 2024-05-01 12:00:00 +0000
            I, [2024-05-01T12:00:00.223456 #123]  INFO -- : [9bb3] Processing by OrdersController#index as HTML
            I, [2024-05-01T12:00:00.523456 #123]  INFO -- : [9bb3] Completed 200 OK in 400ms (Views: 123.4ms | GC: 3.2ms)
            """, "2024-05-01T12:00:00.123456Z", 400, "GET /orders", TimestampMeaning.End,
            "rails/rails, Rails::Rack::Logger and ActionController::LogSubscriber, filled in"),
        new("rails", """
            Started POST "/orders" for ::1 at 2024-05-01 14:00:00 +0200
            Processing by OrdersController#create as JSON
            Completed 201 Created in 38ms (ActiveRecord: 1.9ms | Allocations: 5063)
            """, "2024-05-01T12:00:00Z", 38, "POST /orders", TimestampMeaning.Start,
            "rails/rails, development.log, filled in"),
        new("aspnet-core", """
            2024-05-01 12:00:01.123 +00:00 [INF] Request finished HTTP/1.1 GET http://localhost:5000/b?c=d - 200 - text/plain 812.3456ms
            """, "2024-05-01T12:00:00.3106544Z", 812.3456, "GET /b", TimestampMeaning.End,
            "dotnet/aspnetcore, HostingRequestFinishedLog.cs, filled in"),
        new("aspnet-core", """
            2024-05-01T12:00:01.123+00:00 info: Microsoft.AspNetCore.Hosting.Diagnostics[2]
                  Request finished HTTP/2 POST https://shop/b - 204 0 - 12.5ms
            """, "2024-05-01T12:00:01.1105Z", 12.5, "POST /b", TimestampMeaning.End,
            "the console's logger with a TimestampFormat, filled in"),
        new("aspnet-core", """
            2024-05-01 12:00:02.123 +00:00 [INF] HTTP GET /b responded 200 in 412.3456 ms
            """, "2024-05-01T12:00:01.7106544Z", 412.3456, "GET /b", TimestampMeaning.End,
            "serilog/serilog-aspnetcore, RequestLoggingOptions.cs, filled in"),
        new("envoy", """
            {"start_time":"2024-05-01T12:00:01.123Z","method":"GET","path":"/a?b","response_code":200,"duration":1250}
            """, "2024-05-01T12:00:01.123Z", 1250, "GET /a", TimestampMeaning.Start,
            "Envoy, access log usage, a JSON format of one's own, filled in"),
    ];
}
