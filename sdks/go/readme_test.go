package till_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"till-payments/till"
)

var readmeBlock = regexp.MustCompile("(?ms)^```go\n// (\\S+)\n(.*?)^```$")

// program builds a program of the README, as it stands but for the port, in a module made by the README's words.
func program(t *testing.T, name string) *exec.Cmd {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	must(t, err)
	for _, command := range []string{
		"go mod init shop", `go mod edit -replace "` + modulePath(t) + `=$HOME/till/sdks/go"`, "`go mod tidy`", "`go run .`",
	} {
		expect(t, command+" stands in the README", bytes.Contains(readme, []byte(command)), true)
	}
	for _, block := range readmeBlock.FindAllSubmatch(readme, -1) {
		if string(block[1]) != name {
			continue
		}
		folder := filepath.Join(tmp(t), "readme", filepath.Dir(name))
		must(t, os.MkdirAll(folder, 0o755))
		here, err := os.Getwd()
		must(t, err)
		source := bytes.ReplaceAll(block[2], []byte(":8080"), []byte(":"+given(t, "WEBHOOK_PORT")))
		must(t, os.WriteFile(filepath.Join(folder, "main.go"), source, 0o644))
		execute(t, folder, "go", "mod", "init", "shop")
		execute(t, folder, "go", "mod", "edit", "-replace", modulePath(t)+"="+here)
		execute(t, folder, "go", "mod", "tidy")
		execute(t, folder, "go", "vet", ".")
		execute(t, folder, "go", "build", "-o", "program", ".")
		command := exec.Command(filepath.Join(folder, "program"))
		command.Env = append(os.Environ(), "TILL_URL="+given(t, "URL"), "TILL_API_KEY="+given(t, "API_KEY"),
			"TILL_WEBHOOK_SECRET="+webhookSecret(t))
		return command
	}
	t.Fatalf("the README has no %s", name)
	return nil
}

// modulePath is what go.mod says, the one place that decides it.
func modulePath(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("go.mod")
	must(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "module ")
}

// Whoever gives the module another path finds here every file that still has the old one.
func TestEveryFileNamesTheModuleAsGoModDoes(t *testing.T) {
	named := regexp.MustCompile(`[a-z0-9-]+\.[a-z0-9./-]+/till\b|"[a-z0-9./-]+/till"|\btill-payments/[a-z]+`)
	var files []string
	for _, pattern := range []string{"*.go", "*.md", "internal/*/*.go"} {
		found, err := filepath.Glob(pattern)
		must(t, err)
		files = append(files, found...)
	}
	mentions := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		for _, path := range named.FindAllString(string(text), -1) {
			expect(t, file+" names", strings.Trim(path, `"`), modulePath(t))
			mentions++
		}
	}
	expect(t, "the module is named", mentions > 10, true)
}

func TestTheReadmeBeginsWithAWayToUseTheModule(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	must(t, err)
	beginning, _, _ := strings.Cut(string(readme), "\n## ")
	expect(t, "replace comes first", strings.Contains(beginning, `go mod edit -replace "`+modulePath(t)+`=`), true)
}

// proxy is a forward proxy before the running service, whatever the address that is asked for, and tells what that was.
func proxy(t *testing.T) (address string, asked func() []string) {
	t.Helper()
	service, err := url.Parse(given(t, "URL"))
	must(t, err)
	seen := make(chan string, 100)
	onward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		seen <- r.In.Method + " " + r.In.RequestURI
		r.SetURL(service)
	}}
	return serve(t, onward.ServeHTTP), func() (all []string) {
		for len(seen) > 0 {
			all = append(all, <-seen)
		}
		return all
	}
}

func TestTheProgramWithAProxyUsesIt(t *testing.T) {
	address, asked := proxy(t)
	command := program(t, "proxy/main.go")
	command.Env = append(command.Env, "SHOP_PROXY="+address)
	output, err := command.CombinedOutput()
	expect(t, "output", fmt.Sprint(string(output), err), "pending\n<nil>")
	expect(t, "asked", fmt.Sprint(asked()), "[POST "+given(t, "URL")+"/api/v1/create-payment-intent]")
}

func TestWithoutAClientOfItsOwnAProgramUsesTheProxyOfTheEnvironment(t *testing.T) {
	address, asked := proxy(t)
	command := program(t, "ask/main.go")
	command.Env = append(command.Env, "TILL_URL=http://till.invalid", "HTTP_PROXY="+address, "http_proxy="+address,
		"NO_PROXY=", "no_proxy=")
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v:\n%s", err, output)
	}
	expect(t, "first", asked()[0], "POST http://till.invalid/api/v1/create-payment-intent")
}

func TestTheProgramThatAsksForMoneyGoesOnWhenNoPollIsAnswered(t *testing.T) {
	service, err := url.Parse(given(t, "URL"))
	must(t, err)
	onward := httputil.NewSingleHostReverseProxy(service)
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/intent-status") {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		onward.ServeHTTP(w, r)
	})
	command := program(t, "ask/main.go")
	command.Env = append(command.Env, "TILL_URL="+address)
	output, err := command.CombinedOutput()
	expect(t, "error", fmt.Sprint(err)+"\n"+string(output), "<nil>\n"+string(output))
	expect(t, string(output)+" has cancelled", strings.Contains(string(output), "true\ncancelled\n"), true)
}

func tmp(t *testing.T) string {
	t.Helper()
	return filepath.Join(given(t, "TMP"), strings.ReplaceAll(t.Name(), "/", "_"))
}

func execute(t *testing.T, folder, name string, arguments ...string) {
	t.Helper()
	command := exec.Command(name, arguments...)
	command.Dir = folder
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, arguments, err, output)
	}
}

// started runs a program until the test ends, and waits for lines that it prints.
func started(t *testing.T, command *exec.Cmd) (expectLine func(start string) string) {
	t.Helper()
	output, input := io.Pipe()
	command.Stdout, command.Stderr = input, input
	must(t, command.Start())
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		_ = input.Close()
	})
	lines := make(chan string, 1_000)
	go func() {
		for scanner := bufio.NewScanner(output); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	var seen []string
	return func(part string) string {
		t.Helper()
		for _, line := range seen {
			if strings.Contains(line, part) {
				return line
			}
		}
		for {
			select {
			case line := <-lines:
				seen = append(seen, line)
				if strings.Contains(line, part) {
					return line
				}
			case <-time.After(30 * time.Second):
				t.Fatalf("waited 30 s for %q in\n%s", part, strings.Join(seen, "\n"))
			}
		}
	}
}

func TestTheQuickStartOfTheReadmeEndsWithAVerifiedPayment(t *testing.T) {
	expectLine := started(t, program(t, "shop/main.go"))
	line := expectLine("The customer pays at ")
	id := line[strings.LastIndexByte(line, '/')+1:]
	expectLine("The intent is paid")
	expectLine("Verified payment.success: 12.5 USDT for " + id)
}

func TestTheReceiverOfTheReadmeTellsEventsApartAndRefusesForgeries(t *testing.T) {
	expectLine := started(t, program(t, "hooks/main.go"))
	address := fmt.Sprintf("http://127.0.0.1:%s/hooks", given(t, "WEBHOOK_PORT"))
	v := verifier(t, webhookSecret(t))
	post := func(body string, header http.Header) int {
		request, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body))
		must(t, err)
		request.Header = header
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return 0
		}
		_ = response.Body.Close()
		return response.StatusCode
	}
	body := `{"event":"moon.risen"}`
	eventually(t, "the receiver", func() bool { return post(body, v.Sign([]byte(body))) == http.StatusNoContent })
	expectLine(`newer than this program: moon.risen {"event":"moon.risen"}`)
	expect(t, "forged", post(body+" ", v.Sign([]byte(body))), http.StatusUnauthorized)
	expectLine("signature_verification_failed")

	c := client(t)
	intent := created(t, c)
	_, err := c.Sandbox.Simulate(ctx, intent.ID, till.Paid)
	must(t, err)
	expectLine("paid: " + intent.ID + ", 1 USDT")
}

func TestTheProgramThatReadsWhatWasMissedStoresItsPlace(t *testing.T) {
	s := scripted(t, twoPages(t)...)
	command := program(t, "missed/main.go")
	command.Env = append(command.Env, "TILL_URL="+s.url)
	command.Dir = filepath.Dir(command.Path)
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	must(t, command.Start())
	select {
	case <-s.overrun:
	case <-time.After(30 * time.Second):
		t.Error("waited 30 s for the third poll")
	}
	must(t, command.Process.Signal(os.Interrupt))
	if err := command.Wait(); err != nil {
		t.Fatalf("%v:\n%s", err, output.String())
	}
	expect(t, "events", strings.Count(output.String(), "payment.success "), 3)
	stored, err := os.ReadFile(filepath.Join(command.Dir, "cursor.txt"))
	must(t, err)
	expect(t, "cursor", string(stored), "c3")
}

func TestTheProgramsOfRestrictedKeysPrintWhatTheyGet(t *testing.T) {
	all := vectors[pageVectors](t, "pages")
	var registered []step
	for _, one := range all.Endpoints {
		if one.Name == "a new endpoint" || one.Name == "a test event that was delivered" {
			registered = append(registered, one.step)
		}
	}
	for name, one := range map[string]struct {
		answers []step
		want    string
	}{
		"find/main.go": {
			[]step{{Status: 200, Body: `{"data":[` + all.Intents[1].Body + `],"has_more":false,"next":null}`}},
			"6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a02 paid 13.000001 0\n",
		},
		"refund/main.go": {
			[]step{
				{Status: 200, Body: `{"data":[` + all.Intents[1].Body + `],"has_more":false,"next":null}`},
				all.Refunds[1].step,
			},
			"d8a4b6c2-5e1f-4f3a-9b7d-0c2e8f6a4b19 waiting_for_address\n",
		},
		"endpoint/main.go": {
			registered,
			"Store whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=: it isn't shown again\ndelivered\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			command := program(t, name)
			command.Env = append(command.Env, "TILL_URL="+scripted(t, one.answers...).url)
			output, err := command.CombinedOutput()
			must(t, err)
			expect(t, "output", string(output), one.want)
		})
	}
}

func TestTheOtherProgramsOfTheReadmeDoWhatTheySay(t *testing.T) {
	for name, want := range map[string]string{
		"ask/main.go":      `^12\.5 12500000\ntrue\nstill pending\ncancelled\n\d+ [\d.]+\n$`,
		"settings/main.go": `^sandbox false\n$`,
	} {
		t.Run(name, func(t *testing.T) {
			output, err := program(t, name).CombinedOutput()
			if err != nil || !regexp.MustCompile(want).Match(output) {
				t.Fatalf("%v:\n%s", err, output)
			}
		})
	}
}
